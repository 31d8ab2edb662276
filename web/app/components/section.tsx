import { Spot, type SpotName } from './spots/spot.tsx';

interface SectionProps {
  id: string;
  title: string;
  /** The ground behind it; neighbours differ, so that the page reads in chapters. */
  ground?: 'paper' | 'mist';
  lead?: React.ReactNode;
  /** A drawing beside the title. */
  spot?: SpotName;
  children: React.ReactNode;
}

/** A chapter of a page: an anchor, a heading and its ground. */
export function Section({ id, title, ground, lead, spot, children }: SectionProps) {
  return (
    <section className={ground ? `section ${ground}` : 'section'} id={id} aria-labelledby={`${id}-title`}>
      <div className="wrap">
        <div className="section-head">
          {spot ? <Spot name={spot} /> : null}
          <div>
            <h2 id={`${id}-title`}>{title}</h2>
            {lead ? <p className="lead">{lead}</p> : null}
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}
