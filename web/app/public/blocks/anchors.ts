import { anchorOf } from '#web/app/ui/components/answer.ts';
import type { PageBlock } from '#web/app/ui/files/content-types.ts';

export interface AnchoredBlock {
  /** Unique on the page; its own, or made from the heading, so that a shared link says where it leads. */
  id: string;
  block: PageBlock;
}

/** Ids that the header and footer of every page use. */
const taken = [
  'main',
  'help-title',
  'footer-links',
  'footer-legal',
  'footer-contact',
  'footer-note',
  'site-search',
  'header-search',
  // A calculator's form returns to an anchor of its own.
  anchorOf('deadline'),
  anchorOf('backPay'),
  'calculator-heading',
  'calculator-problem',
];

/** @returns the parts of a page with the anchors of their headings, without those that editors have not filled. */
export function withAnchors(all: PageBlock[]): AnchoredBlock[] {
  const blocks = all.filter((block) => !isEmpty(block));
  const inside = blocks.flatMap((block) => {
    if (block.kind === 'faq') return [...block.entries, ...block.listed].map(({ id }) => id);
    return block.kind === 'articleList' ? block.topics.map(({ id }) => id) : [];
  });
  const given = blocks.flatMap(({ look }) => (look?.anchor ? [look.anchor] : []));
  const used = new Set([...taken, 'on-this-page', ...inside]);
  const free = (wanted: string, also: string[]) => {
    let id = wanted;
    for (let count = 2; used.has(id) || also.includes(id); count += 1) id = `${wanted}-${count}`;
    used.add(id);
    return id;
  };
  return blocks.map((block) => {
    if (block.kind === 'deadlineHelper') return { id: anchorOf('deadline'), block };
    if (block.kind === 'calculator') return { id: anchorOf(block.calculator), block };
    const anchor = block.look?.anchor;
    if (anchor) return { id: free(anchor, []), block };
    return { id: free(slugify(block.heading ?? block.kind) || 'part', given), block };
  });
}

/** Whether it would show nothing but its heading: no testimonials, or neither people nor an address. */
function isEmpty(block: PageBlock): boolean {
  if (block.kind === 'testimonials') return block.testimonials.length === 0;
  return block.kind === 'people' && block.people.length === 0 && block.address.length === 0;
}

/** @returns the headings to list under "On this page"; none when there are too few to need a list. */
export function contentsOf(blocks: AnchoredBlock[]): { id: string; heading: string }[] {
  const headings = blocks.flatMap(({ id, block }) => {
    if (block.kind === 'articleList' && block.topics.length > 0)
      return block.topics.map((topic) => ({ id: topic.id, heading: topic.label }));
    return block.heading && block.kind !== 'callToAction' ? [{ id, heading: block.heading }] : [];
  });
  return headings.length >= 4 ? headings : [];
}

function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[’']|\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
