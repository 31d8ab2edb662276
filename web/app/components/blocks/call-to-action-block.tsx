import { useLayoutData } from '../../layout-data.ts';
import { Html } from '../html.tsx';
import type { BlockProps } from './content-block.tsx';

/** What to do next: one button, at most one other way, and always the phone. */
export function CallToActionBlock({
  block: { heading, html, primary, secondary },
  id,
}: BlockProps<'callToAction'>) {
  const firm = useLayoutData();
  return (
    <section className="part action" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <Html html={html} />
      <p className="button-row">
        <a className="button" href={primary.to}>
          {primary.label}
        </a>
        {secondary ? (
          <a className="button secondary" href={secondary.to}>
            {secondary.label}
          </a>
        ) : null}
      </p>
      {firm ? (
        <p>
          Or call us at <a href={firm.phoneHref}>{firm.phone}</a>.
        </p>
      ) : null}
    </section>
  );
}
