import { Spot } from '../../components/spots/spot.tsx';
import { quickLinks } from '../../navigation.ts';

/** What an article that does not exist shows (SPEC section 2), with ways on. */
export function ComingSoon() {
  return (
    <div className="wrap error-page prose">
      <Spot name="book" />
      <h1>Article Coming Soon</h1>
      <p>We do not have this article yet. It may also have moved to a new address.</p>
      <p>
        <a className="button" href="/#articles">
          Back to Articles
        </a>
      </p>
      <h2>What people look for most</h2>
      <ul>
        {quickLinks.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
