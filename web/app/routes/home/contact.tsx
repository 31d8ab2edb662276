import { Section } from '../../components/section.tsx';
import { useLayoutData } from '../../layout-data.ts';

export function Contact() {
  const firm = useLayoutData();
  if (!firm) return null;
  return (
    <Section
      id="contact"
      title="Contact us"
      lead="Call, write or ask for a free case evaluation. A person answers."
    >
      <div className="contact-columns">
        <div className="prose">
          <h3>Phone</h3>
          <p className="contact-phone">
            <a href={firm.phoneHref}>{firm.phone}</a>
          </p>
          <h3>E-mail</h3>
          <p>
            <a href={`mailto:${firm.email}`}>{firm.email}</a>
          </p>
          <p className="hint">Please do not send your Social Security number by e-mail.</p>
        </div>
        <div>
          <table className="hours">
            <caption>Office hours (Eastern time)</caption>
            <tbody>
              {firm.hours.days.map(({ day, opens, closes }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{opens && closes ? `${opens} to ${closes}` : 'Closed'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="counties">
          <h3>All {firm.counties.length} counties of New Jersey</h3>
          <ul>
            {firm.counties.map((county) => (
              <li key={county}>{county}</li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}
