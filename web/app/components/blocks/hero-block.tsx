import { Html } from '../html.tsx';
import { PagePicture } from '../page-picture.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

/** A picture beside its text, never under it. */
export function HeroBlock({ block: { heading, html, picture }, id }: BlockProps<'hero'>) {
  return (
    <PagePart id={id} heading={heading} className={picture ? 'with-picture' : undefined}>
      <Html html={html} />
      {picture ? <PagePicture picture={picture} sizes="(min-width: 48rem) 24rem, 100vw" /> : null}
    </PagePart>
  );
}
