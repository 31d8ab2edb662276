import type { LayoutData } from '../layout-data.ts';
import { quickLinks } from '../navigation.ts';
import { HoursLine } from './hours-line.tsx';

export function SiteFooter({ firm }: { firm: LayoutData | null }) {
  return (
    <footer className="site-footer">
      <div className="wrap footer-columns">
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links">Quick links</h2>
          <ul>
            {quickLinks.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {firm ? (
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact">Contact</h2>
            <p>
              <a href={firm.phoneHref}>{firm.phone}</a>
              <br />
              <a href={`mailto:${firm.email}`}>{firm.email}</a>
            </p>
            <p>
              <HoursLine hours={firm.hours} />
            </p>
          </section>
        ) : null}
        <section aria-labelledby="footer-legal">
          <h2 id="footer-legal">Please note</h2>
          <p>
            <strong>Private firm. Not the Social Security Administration.</strong> What you read here is
            general information, not legal advice about your case.
          </p>
          <p>People under 18 need a parent or guardian to use our services.</p>
        </section>
      </div>
      <div className="wrap footer-end">
        <p>{firm ? `© ${firm.firmName}` : null}</p>
        <a className="admin-link" href="/admin/login">
          Admin
        </a>
      </div>
    </footer>
  );
}
