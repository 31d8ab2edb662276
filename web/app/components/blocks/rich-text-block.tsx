import { useContext } from 'react';
import { Html } from '../html.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';
import { PlaceContext } from './part-place.ts';

/** Running text; without a heading it opens the page. At the beginning of a chapter, the chapter shows it. */
export function RichTextBlock({ block: { heading, html }, id }: BlockProps<'richText'>) {
  const place = useContext(PlaceContext);
  if (place === 'opens-chapter') return null;
  const text = <Html html={html} className="prose rich-text" />;
  if (!heading) return <div className="part">{text}</div>;
  return (
    <PagePart id={id} heading={heading}>
      {text}
    </PagePart>
  );
}
