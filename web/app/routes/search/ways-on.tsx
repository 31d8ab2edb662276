import { HoursLine } from '../../components/hours-line.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { quickLinks } from '../../navigation.ts';

/** What people look for most, and the phone: nobody is left with an empty page. */
export function WaysOn() {
  const firm = useLayoutData();
  return (
    <section className="prose" aria-labelledby="ways-on">
      <h2 id="ways-on">What people look for most</h2>
      <ul>
        {quickLinks.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
      {firm ? (
        <p>
          Or call us at <PhoneLink firm={firm} end="." /> <HoursLine hours={firm.hours} />
        </p>
      ) : null}
    </section>
  );
}
