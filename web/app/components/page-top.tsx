import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { Spot, type SpotName } from './spots/spot.tsx';

interface PageTopProps {
  /** The way here, or a link back in its place. */
  crumbs: Crumb[] | React.ReactElement;
  title: string;
  lead?: React.ReactNode;
  /** When it was written or changed, and as of when its figures hold. */
  dates?: React.ReactNode;
  spot?: SpotName | undefined;
}

/** The head of a page to read: where it stands, what it is about, how fresh it is, and a drawing. */
export function PageTop({ crumbs, title, lead, dates, spot }: PageTopProps) {
  return (
    <header className="page-top">
      <div className="wrap">
        {spot ? <Spot name={spot} /> : null}
        <div>
          {Array.isArray(crumbs) ? <Breadcrumbs crumbs={crumbs} /> : crumbs}
          <h1>{title}</h1>
          {lead ? <p className="lead">{lead}</p> : null}
          {dates ? <p className="fine">{dates}</p> : null}
        </div>
      </div>
    </header>
  );
}
