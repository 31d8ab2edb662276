import { useLayoutData } from '../layout-data.ts';
import { PhoneIcon } from './icons.tsx';

/** Phone, mail, office hours and the counties that the firm serves, as the CMS has them (SPEC section 2, Home). */
export function ContactDetails() {
  const firm = useLayoutData();
  if (!firm) return null;
  const { openNow, days } = firm.hours;
  return (
    <div className="contact-columns">
      <div className="prose">
        <h3>Phone</h3>
        <p className="contact-phone">
          <PhoneIcon />
          <a href={firm.phoneHref}>{firm.phone}</a>
        </p>
        {openNow ? <p>{openNow}</p> : null}
        <h3>E-mail</h3>
        <p>
          <a href={`mailto:${firm.email}`}>{firm.email}</a>
        </p>
        <p className="hint">Please do not send your Social Security number by e-mail.</p>
      </div>
      <table className="hours">
        <caption>Office hours (Eastern time)</caption>
        <tbody>
          {days.map(({ day, opens, closes }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{opens && closes ? `${opens} to ${closes}` : 'Closed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="counties">
        <h3>All {firm.counties.length} counties of New Jersey</h3>
        <ul>
          {firm.counties.map((county) => (
            <li key={county}>{county}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
