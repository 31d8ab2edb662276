import type { AnchoredBlock } from '#web/app/public/blocks/anchors.ts';
import { ContentBlock } from '#web/app/public/blocks/content-block.tsx';
import { PlaceContext } from '#web/app/public/blocks/page-part.tsx';
import { Illustration } from '#web/app/public/illustrations/illustration.tsx';
import { Html } from '#web/app/public/parts/html.tsx';
import type { PageBlock } from '#web/app/ui/files/content-types.ts';

/** Parts that belong together: the first has the heading. */
export interface ChapterParts {
  first: AnchoredBlock;
  others: AnchoredBlock[];
}

/** @returns the parts of the home page in chapters. */
export function chaptersOf(parts: AnchoredBlock[]): ChapterParts[] {
  const chapters: ChapterParts[] = [];
  for (const part of parts) {
    const { block } = part;
    const above = chapters.at(-1);
    if (above && block.look?.joined) above.others.push(part);
    else chapters.push({ first: part, others: [] });
  }
  return chapters;
}

/** A chapter of the home page: anchor, heading, introduction, illustration and background. */
export function Chapter({ first: { id, block }, others }: ChapterParts) {
  const { ground = 'warm', illustration } = block.look ?? {};
  // A call to action on its own is shown as a band.
  const isBand = block.kind === 'callToAction' && !illustration && others.length === 0;
  const classes = ['section', ...(ground === 'warm' ? [] : [ground]), ...(isBand ? ['band'] : [])];
  // No anchor has an underscore, so this id is unique.
  const titleId = `${id}_title`;
  return (
    <section className={classes.join(' ')} id={id} aria-labelledby={titleId}>
      <div className="wrap">
        <div className="section-head">
          {illustration ? <Illustration name={illustration} /> : null}
          <div>
            <h2 id={titleId}>{block.heading}</h2>
            <Html html={wordsBelow(block)} className="prose rich-text section-words" />
          </div>
        </div>
        <PlaceContext value="opens-chapter">
          <ContentBlock id={id} block={block} />
        </PlaceContext>
        {others.map((other) => (
          <PlaceContext key={other.id} value={other.block.look?.folded ? 'folded' : 'in-chapter'}>
            <ContentBlock id={other.id} block={other.block} />
          </PlaceContext>
        ))}
      </div>
    </section>
  );
}

/** A part's introduction, or its text where it has nothing else. */
function wordsBelow(block: PageBlock): string {
  if (block.kind === 'richText' || block.kind === 'callToAction') return block.html;
  return 'introHtml' in block ? block.introHtml : '';
}
