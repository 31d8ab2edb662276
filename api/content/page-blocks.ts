import type { Illustration, PartLook } from '@claimdesk/cms/types';
import type { Term } from './glossary.ts';
import type { PagePicture } from './present-picture.ts';
import type { Sourcing } from './present-sources.ts';
import type { ArticleSummary, FaqEntry } from './read-articles.ts';
import type { FigureNotes } from './read-figures.ts';

/**
 * The blocks of a page, as the site shows them: `html` is safe to output, all other text is plain, and tokens such as
 * `{{sgaMonthly}}` are already replaced. Only a text block or one joined to the block above may have no heading.
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
      /** Only this page's own questions. */
      entries: { id: string; question: string; html: string }[];
      /** All entries under "Questions and answers", if the block shows those. */
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
      /** Each with whose figure it is; null where nothing is said. */
      figures: { value: string; label: string; attribution: string | null }[];
      /** Small print; may be empty. */
      note: string;
    }
  | {
      kind: 'articleList';
      heading: string | null;
      introHtml: string;
      /** Empty where they are listed by topic. */
      articles: ListedArticle[];
      topics: ArticleTopic[];
      link: PageLink | null;
    }
  | {
      kind: 'people';
      heading: string | null;
      introHtml: string;
      people: Colleague[];
      /** The lines of the office's address; empty without one. */
      address: string[];
    }
  | { kind: 'listings'; heading: string | null; introHtml: string; listings: Listing[] }
  | { kind: 'deadlineHelper'; heading: string | null; introHtml: string }
  | { kind: 'calculator'; heading: string | null; calculator: CalculatorName; introHtml: string }
  | { kind: 'glossary'; heading: string | null; introHtml: string; terms: Term[] }
);

/** Back pay and fee, date last insured, SSI from income. */
export type CalculatorName = 'backPay' | 'lastInsured' | 'ssi';

/** How a block looks on the home page. */
export interface Look {
  /** Only its heading shows until a visitor opens it; of cards without a heading, the title of each. */
  folded: boolean;
  /** It belongs to the same chapter as the block above. */
  joined: boolean;
  /** The fragment of links to it; null to derive it from the heading. */
  anchor: string | null;
  ground: NonNullable<PartLook['ground']>;
  illustration: NonNullable<Illustration> | null;
}

export type CardIcon = 'claim' | 'appeal' | 'hearing';

export type ListedArticle = Pick<
  ArticleSummary,
  'slug' | 'title' | 'description' | 'date' | 'isoDate' | 'version'
>;

/** The articles of one topic, newest first. */
export interface ArticleTopic {
  id: string;
  label: string;
  articles: ListedArticle[];
}

export interface Colleague {
  name: string;
  /** With credentials. */
  role: string;
  photo: PagePicture | null;
  /** Which of the three drawn portraits to show for a made-up person. */
  drawing: 0 | 1 | 2 | null;
}

/** The top of the home page, beside title and lead. */
export interface Opening {
  primary: PageLink | null;
  secondary: PageLink | null;
  /** Replaces the illustration. */
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
  /** Those that the quote shows. */
  figureNames: string[];
}

/** One of the 14 categories of the Blue Book. */
export interface Listing {
  /** `1.00` */
  number: string;
  title: string;
  plainName: string;
  summary: string;
  examples: string[];
  /** Those that its texts show. */
  figureNames: string[];
}

export interface Page extends Sourcing {
  slug: string;
  /** Path on the site; the home page is at `/`. */
  path: string;
  title: string;
  /** One or two sentences under the title. */
  lead: string;
  metaTitle: string;
  metaDescription: string;
  isoUpdated: string;
  /** Identifies this version of the page; see `versionMark`. */
  version: string;
  /** Shown at the top; the home page has a picture of its own there. */
  illustration: NonNullable<Illustration> | null;
  /** Only on the home page. */
  opening?: Opening;
  blocks: PageBlock[];
  figureNotes: FigureNotes;
  /** The words of the glossary that its texts have buttons for. */
  words: Term[];
}
