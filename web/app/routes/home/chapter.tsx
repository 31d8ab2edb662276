import { ContentBlock } from '../../components/blocks/content-block.tsx';
import { PlaceContext } from '../../components/blocks/part-place.ts';
import { Html } from '../../components/html.tsx';
import { Spot } from '../../components/spots/spot.tsx';
import type { PageBlock } from '../../content-types.ts';
import type { AnchoredBlock } from '../page/anchors.ts';

/** Parts that stand together: the first has the heading, the others belong to it. */
export interface ChapterParts {
  first: AnchoredBlock;
  others: AnchoredBlock[];
}

/** @returns the parts of the home page in chapters; a list of testimonials with none in it is left out. */
export function chaptersOf(parts: AnchoredBlock[]): ChapterParts[] {
  const chapters: ChapterParts[] = [];
  for (const part of parts) {
    const { block } = part;
    if (block.kind === 'testimonials' && block.testimonials.length === 0) continue;
    const above = chapters.at(-1);
    if (above && block.look?.joined) above.others.push(part);
    else chapters.push({ first: part, others: [] });
  }
  return chapters;
}

/** A chapter of the home page: an anchor, a heading with the words below it and a drawing, and its ground. */
export function Chapter({ first: { id, block }, others }: ChapterParts) {
  const { ground = 'warm', drawing } = block.look ?? {};
  // With nothing else to show, a call to action needs no more than a band.
  const isBand = block.kind === 'callToAction' && !drawing && others.length === 0;
  const classes = ['section', ...(ground === 'warm' ? [] : [ground]), ...(isBand ? ['band'] : [])];
  // No anchor has an underscore, so it is nobody else’s.
  const titleId = `${id}_title`;
  return (
    <section className={classes.join(' ')} id={id} aria-labelledby={titleId}>
      <div className="wrap">
        <div className="section-head">
          {drawing ? <Spot name={drawing} /> : null}
          <div>
            <h2 id={titleId}>{block.heading}</h2>
            <Html html={wordsBelow(block)} className="prose rich-text section-words" />
          </div>
        </div>
        <PlaceContext value="opens-chapter">
          <ContentBlock id={id} block={block} deadline={null} />
        </PlaceContext>
        <PlaceContext value="in-chapter">
          {others.map((other) => (
            <ContentBlock key={other.id} id={other.id} block={other.block} deadline={null} />
          ))}
        </PlaceContext>
      </div>
    </section>
  );
}

/** A part's introduction, or its text where that is all it says. */
function wordsBelow(block: PageBlock): string {
  if (block.kind === 'richText' || block.kind === 'callToAction') return block.html;
  return 'introHtml' in block ? block.introHtml : '';
}
