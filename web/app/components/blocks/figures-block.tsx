import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

export function FiguresBlock({ block: { heading, introHtml, figures, note }, id }: BlockProps<'figures'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <dl className="figures">
        {figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note ? <p className="fine">{note}</p> : null}
    </PagePart>
  );
}
