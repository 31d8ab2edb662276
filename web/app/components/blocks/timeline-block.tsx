import { Html } from '../html.tsx';
import type { BlockProps } from './block-props.ts';
import { ItemHeading } from './item-heading.tsx';
import { PagePart } from './page-part.tsx';

export function TimelineBlock({ block: { heading, introHtml, events }, id }: BlockProps<'timeline'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ol className="timeline">
        {events.map(({ when, title, html }) => (
          <li key={title}>
            <ItemHeading>{title}</ItemHeading>
            <p className="timeline-wait">{when}</p>
            <Html html={html} />
          </li>
        ))}
      </ol>
    </PagePart>
  );
}
