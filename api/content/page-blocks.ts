import type { PartLook } from '@claimdesk/cms/types';
import type { PagePicture } from './present-picture.ts';
import type { ArticleSummary, FaqEntry } from './read-articles.ts';

/**
 * The parts that a page is made of, as the site shows them: `html` is safe to print, every other text is plain, and
 * tokens such as `{{sgaMonthly}}` are already replaced. Only a part that belongs to the one above, or a text, may have no heading.
 */
export type PageBlock = { look?: Look } & (
  | { kind: 'hero'; heading: string | null; html: string; picture: PagePicture | null }
  | { kind: 'richText'; heading: string | null; html: string }
  | { kind: 'keyPoints'; heading: string | null; points: string[] }
  | { kind: 'steps'; heading: string | null; introHtml: string; steps: { title: string; html: string }[] }
  | {
      kind: 'timeline';
      heading: string | null;
      introHtml: string;
      events: { when: string; title: string; html: string }[];
    }
  | {
      kind: 'cards';
      heading: string | null;
      introHtml: string;
      cards: { title: string; icon: CardIcon | null; html: string; link: PageLink | null }[];
    }
  | {
      kind: 'faq';
      heading: string | null;
      /** Of this page alone. */
      entries: { id: string; question: string; html: string }[];
      /** All that are kept under "Questions and answers", where the part shows those. */
      listed: FaqEntry[];
    }
  | {
      kind: 'testimonials';
      heading: string | null;
      introHtml: string;
      testimonials: Testimonial[];
      link: PageLink | null;
    }
  | { kind: 'table'; heading: string | null; caption: string; columns: string[]; rows: string[][] }
  | { kind: 'callout'; tone: 'info' | 'warning' | 'critical'; heading: string | null; html: string }
  | {
      kind: 'callToAction';
      heading: string | null;
      html: string;
      primary: PageLink;
      secondary: PageLink | null;
    }
  | { kind: 'contact'; heading: string | null; introHtml: string }
  | { kind: 'links'; heading: string | null; links: PageLink[] }
  | {
      kind: 'figures';
      heading: string | null;
      introHtml: string;
      figures: { value: string; label: string }[];
      /** Small print; may be empty. */
      note: string;
    }
  | { kind: 'articleList'; heading: string | null; introHtml: string; articles: ListedArticle[] }
  | { kind: 'listings'; heading: string | null; introHtml: string; listings: Listing[] }
  | { kind: 'deadlineHelper'; heading: string | null; introHtml: string }
);

/** How a part stands on the home page. */
export interface Look {
  /** It belongs to the chapter of the part above. */
  joined: boolean;
  /** The end of links that lead to it; made from its heading where there is none. */
  anchor: string | null;
  ground: NonNullable<PartLook['ground']>;
  drawing: (PartLook['drawing'] & string) | null;
}

/** Stands for a stage of a claim. */
export type CardIcon = 'claim' | 'appeal' | 'hearing';

export type ListedArticle = Pick<
  ArticleSummary,
  'slug' | 'title' | 'description' | 'date' | 'isoDate' | 'version'
>;

/** What the home page has at its top beside title and lead. */
export interface Opening {
  primary: PageLink | null;
  secondary: PageLink | null;
  /** Takes the place of the drawing. */
  picture: PagePicture | null;
}

export interface PageLink {
  label: string;
  to: string;
}

export interface Testimonial {
  author: string;
  location: string;
  quote: string;
  initials: string;
}

/** One of the 14 categories of the Blue Book. */
export interface Listing {
  /** `1.00` */
  number: string;
  title: string;
  plainName: string;
  summary: string;
  examples: string[];
}

export interface Page {
  slug: string;
  /** Where it is on the site; the home page is at `/`. */
  path: string;
  title: string;
  /** One or two sentences under the title. */
  lead: string;
  metaTitle: string;
  metaDescription: string;
  isoUpdated: string;
  /** Names this version of it; see `versionMark`. */
  version: string;
  /** Of the home page alone. */
  opening?: Opening;
  blocks: PageBlock[];
}
