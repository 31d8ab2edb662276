import { Html } from '../html.tsx';
import type { BlockProps } from './block-props.ts';
import { ItemHeading } from './item-heading.tsx';
import { PagePart } from './page-part.tsx';

export function StepsBlock({ block: { heading, introHtml, steps }, id }: BlockProps<'steps'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ol className="numbered">
        {steps.map(({ title, html }) => (
          <li key={title}>
            <ItemHeading>{title}</ItemHeading>
            <Html html={html} />
          </li>
        ))}
      </ol>
    </PagePart>
  );
}
