import { Html } from '../html.tsx';
import type { BlockProps } from './content-block.tsx';
import { PagePart } from './page-part.tsx';

/** Running text; without a heading it opens the page. */
export function RichTextBlock({ block: { heading, html }, id }: BlockProps<'richText'>) {
  const text = <Html html={html} className="prose rich-text" />;
  if (!heading) return <div className="part">{text}</div>;
  return (
    <PagePart id={id} heading={heading}>
      {text}
    </PagePart>
  );
}
