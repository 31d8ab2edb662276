import type { LayoutData } from '#web/app/ui/pages/layout-data.ts';
import { evaluationHref } from '#web/app/ui/pages/navigation.ts';
import { HoursLine, OpenNow } from './hours-line.tsx';
import { PhoneIcon } from './icons.tsx';

/** How to reach a person, in the same place on every page: after the content, before the footer. */
export function HelpBlock({ firm }: { firm: LayoutData }) {
  return (
    <aside className="help-block" aria-labelledby="help-title">
      <div className="wrap">
        <div>
          <h2 id="help-title">Talk to a person</h2>
          <p>
            <OpenNow now={firm.hours.openNow} />
            <HoursLine hours={firm.hours} />
          </p>
        </div>
        <p className="help-actions">
          <a className="button clay" href={firm.phoneHref}>
            <PhoneIcon />
            Call {firm.phone}
          </a>
          <a className="button secondary" href={evaluationHref}>
            Free Case Evaluation
          </a>
        </p>
      </div>
    </aside>
  );
}
