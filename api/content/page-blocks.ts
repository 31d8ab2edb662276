import type { FaqEntry } from './read-articles.ts';

/**
 * The parts that a page is made of, as the site shows them: `html` is safe to print, every other text is plain, and
 * tokens such as `{{sgaMonthly}}` are already replaced.
 */
export type PageBlock =
  | { kind: 'hero'; heading: string; html: string; picture: PagePicture | null }
  | { kind: 'richText'; heading: string | null; html: string }
  | { kind: 'keyPoints'; heading: string; points: string[] }
  | { kind: 'steps'; heading: string; introHtml: string; steps: { title: string; html: string }[] }
  | {
      kind: 'timeline';
      heading: string;
      introHtml: string;
      events: { when: string; title: string; html: string }[];
    }
  | {
      kind: 'cards';
      heading: string;
      introHtml: string;
      cards: { title: string; html: string; link: PageLink | null }[];
    }
  | {
      kind: 'faq';
      heading: string;
      /** Of this page alone. */
      entries: { id: string; question: string; html: string }[];
      /** All that are kept under "Questions and answers", where the part shows those. */
      listed: FaqEntry[];
    }
  | { kind: 'testimonials'; heading: string; testimonials: Testimonial[] }
  | { kind: 'table'; heading: string; caption: string; columns: string[]; rows: string[][] }
  | { kind: 'callout'; tone: 'info' | 'warning' | 'critical'; heading: string; html: string }
  | { kind: 'callToAction'; heading: string; html: string; primary: PageLink; secondary: PageLink | null }
  | { kind: 'contact'; heading: string }
  | {
      kind: 'articleList';
      heading: string;
      articles: { slug: string; title: string; description: string; version: string }[];
    }
  | { kind: 'listings'; heading: string; introHtml: string; listings: Listing[] }
  | { kind: 'deadlineHelper'; heading: string; introHtml: string };

export interface PageLink {
  label: string;
  to: string;
}

export interface PagePicture {
  /** Empty for a decorative one. */
  alt: string;
  width: number;
  height: number;
  /** Widest last. */
  sources: { url: string; width: number }[];
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
  blocks: PageBlock[];
}
