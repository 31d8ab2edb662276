import { Illustration } from '#web/app/public/illustrations/illustration.tsx';
import type { IllustrationName } from '#web/app/ui/files/content-types.ts';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';

interface PageTopProps {
  /** Breadcrumbs, or a link back instead. */
  crumbs: Crumb[] | React.ReactElement;
  title: string;
  lead?: React.ReactNode;
  /** When it was written or changed, and the date of its figures. */
  dates?: React.ReactNode;
  illustration?: IllustrationName | null | undefined;
}

export function PageTop({ crumbs, title, lead, dates, illustration }: PageTopProps) {
  return (
    <header className="page-top">
      <div className="wrap">
        {illustration ? <Illustration name={illustration} /> : null}
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
