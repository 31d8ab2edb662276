import { evaluationHref } from '#web/app/navigation.ts';
import type { ListedAttorney } from './directory-types.ts';

/** One attorney: name, place, experience, specialties, and three ways to get in touch. */
export function AttorneyCard({ attorney }: { attorney: ListedAttorney }) {
  const { id, name, firm, city, state, years_experience: years, specialties, bio } = attorney;
  return (
    <article className="card attorney-card" aria-labelledby={id}>
      <div>
        <h4 id={id}>{name}</h4>
        <p className="attorney-firm">
          {firm}
          <br />
          {city}, {state}
        </p>
        <p>
          <strong>{years === 1 ? '1 year' : `${years} years`} of experience</strong>
        </p>
        <ul className="attorney-specialties" aria-label="Specialties">
          {specialties.map((specialty) => (
            <li key={specialty}>{specialty}</li>
          ))}
        </ul>
      </div>
      <div>
        <p className="attorney-bio">{bio}</p>
        <ul className="attorney-contact" aria-label={`Contact ${name}`}>
          <li>
            <a href={attorney.phoneHref}>{attorney.phone}</a>
          </li>
          <li>
            <a href={`mailto:${attorney.email}`}>{attorney.email}</a>
          </li>
        </ul>
        <a className="button secondary" href={`${evaluationHref}?attorney=${id}`}>
          <span>
            Request Referral<span className="visually-hidden"> to {name}</span>
          </span>
        </a>
      </div>
    </article>
  );
}
