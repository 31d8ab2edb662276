import { useContext } from 'react';
import { useLayoutData } from '../../layout-data.ts';
import { Html } from '../html.tsx';
import { PhoneLink } from '../phone-link.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';
import { PlaceContext } from './part-place.ts';

/**
 * What to do next: one button, at most one other way, and the phone where the page has no chapter for it. Where it opens
 * a chapter, the main button of the page is another one.
 */
export function CallToActionBlock({
  block: { heading, html, primary, secondary },
  id,
}: BlockProps<'callToAction'>) {
  const firm = useLayoutData();
  const place = useContext(PlaceContext);
  return (
    <PagePart id={id} heading={heading} className={place === 'on-page' ? 'action' : undefined}>
      {place === 'opens-chapter' ? null : <Html html={html} />}
      <p className="button-row">
        <a className={place === 'opens-chapter' ? 'button secondary' : 'button'} href={primary.to}>
          {primary.label}
        </a>
        {secondary ? (
          <a className="button secondary" href={secondary.to}>
            {secondary.label}
          </a>
        ) : null}
      </p>
      {firm && place === 'on-page' ? (
        <p>
          Or call us at <PhoneLink firm={firm} end="." />
        </p>
      ) : null}
    </PagePart>
  );
}
