import { Portrait } from '#web/app/public/parts/portrait.tsx';
import { evaluationHref } from '#web/app/ui/pages/navigation.ts';
import type { ListedAttorney } from './directory-types.ts';

interface AttorneyCardProps {
  attorney: ListedAttorney;
  /** The level of the name: below a state, or below the results. */
  heading: 'h3' | 'h4';
}

/** One attorney in brief: name, firm, place, specialties and ways to get in touch. The rest is collapsed. */
export function AttorneyCard({ attorney, heading: Heading }: AttorneyCardProps) {
  const { id, name, firm, city, state, years_experience: years, specialties, bio, miles } = attorney;
  return (
    <article className="card attorney-card" aria-labelledby={id}>
      <header>
        <Portrait {...attorney} />
        <div>
          <Heading id={id}>{name}</Heading>
          <p className="attorney-firm">{firm}</p>
          <p className="attorney-firm">
            {city}, {state}{' '}
            {miles === null ? null : <span className="attorney-miles">{milesInWords(miles)}</span>}
          </p>
        </div>
      </header>
      <ul className="attorney-specialties" aria-label="Specialties">
        {specialties.map((specialty) => (
          <li key={specialty}>{specialty}</li>
        ))}
      </ul>
      <details className="fold">
        <summary>
          <span>
            More<span className="visually-hidden"> about {name}</span>
          </span>
        </summary>
        <p>
          <strong>{years === 1 ? '1 year' : `${years} years`} of experience</strong>
        </p>
        <p className="attorney-bio">{bio}</p>
        <p className="attorney-email">
          <a href={`mailto:${attorney.email}`}>{attorney.email}</a>
        </p>
      </details>
      <p className="attorney-contact">
        <a href={attorney.phoneHref}>{attorney.phone}</a>
        <a className="button secondary small" href={`${evaluationHref}?attorney=${id}`}>
          <span>
            Request Referral<span className="visually-hidden"> to {name}</span>
          </span>
        </a>
      </p>
    </article>
  );
}

function milesInWords(miles: number): string {
  if (miles === 0) return 'less than 1 mile';
  return miles === 1 ? 'about 1 mile' : `about ${miles.toLocaleString('en-US')} miles`;
}
