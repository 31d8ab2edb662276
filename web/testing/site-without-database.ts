import { makeContentCache } from '@claimdesk/api/content-cache';
import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';
import { type Env, parseEnv } from '#web/env.ts';
import { buildSite } from '#web/site.ts';
import { everyKindOfBlock } from './every-kind-of-block.ts';
import { homePage, unsourced } from './home-page.ts';

export const testEnv: Env = parseEnv({
  NODE_ENV: 'test',
  MONGODB_URI: 'mongodb://127.0.0.1:1/?replicaSet=none',
  PUBLIC_URL: 'http://site.test',
  APP_KEYS: '{}',
  PAYLOAD_SECRET: 'f2b7c4d19a6e8035f2b7c4d19a6e8035',
  CMS_ORIGIN: 'http://127.0.0.1:9',
});

/** Every article that a page links to, so that a crawl of the site finds no hole of the test's making. */
const slugs = [
  ...['definition-of-disabled', 'evaluation-process', 'common-disabilities', 'ssdi-vs-ssi', 'top-10-secrets'],
  ...['disability-hearing', 'disability-claim-denied', 'reconsideration-process', 'appealing-unfavorable'],
  ...['hearing-attendees', 'vtc-hearings', 'benefits-after-hearing'],
];

const summaries = slugs.map((slug) => ({
  slug,
  title: `About ${slug} <b>`,
  description: `What to know about ${slug}.`,
  date: '1/16/2024',
  isoDate: '2024-01-16',
  isoUpdated: '2024-03-05T00:00:00.000Z',
  version: `v-${slug}`,
}));

/** The editors' pages that a page of ours links to. Here they are empty, so their anchors are not there either. */
export const editorsPages = [
  ...['introduction', 'what-we-do', 'ssdi-vs-ssi', 'definition-disabled', 'evaluation-process'],
  ...['common-disabilities', 'medical-evidence', 'compassionate-allowances', 'appeal-denial', 'articles'],
];
const pages = [...editorsPages, 'every-kind', 'faq', 'home'].map((slug) => ({
  slug,
  path: slug === 'home' ? '/' : `/${slug}`,
  title: slug,
  navLabel: slug,
  isoUpdated: '2024-02-01T00:00:00.000Z',
  version: `v-${slug}`,
}));

const questions = [
  {
    id: 'what-is-ssdi',
    question: 'What is SSDI?',
    html: '<p>Insurance.</p>',
    text: 'Insurance.',
    version: 'v-1',
  },
  {
    id: 'and-ssi',
    question: 'And </script> SSI?',
    html: '<p>Help.</p>',
    text: 'Help </script>.',
    version: 'v-2',
  },
];

const figureNotes = { asOf: '12/31/2024', yearlyAsOf: null, overdue: [], newYear: null };
const dated = (value: string) => ({
  value,
  validFrom: '2024-01-01',
  checkedOn: '2024-12-31',
  reviewBy: '2099-12-31',
});

/** What the content cache would hold, so that the pages are real and only the database is not there. */
const cached: Record<string, unknown> = {
  site: {
    firmName: 'Test Firm',
    phone: '(201) 555-0142',
    email: 'help@firm.test',
    officeHours: [
      { day: 'Monday', opens: '08:00', closes: '18:00' },
      { day: 'Sunday', closed: true },
    ],
    closedHolidays: ['Thanksgiving Day', 'Christmas Day'],
    counties: ['Atlantic', 'Bergen'],
  },
  figures: {},
  'dated figures': { appealDays: [dated('60')], receiptDays: [dated('5')] },
  articles: summaries,
  pages,
  'testimonials home': [],
  listings: [],
  redirects: new Map([
    ['/articles/former-name', { to: '/articles/ssdi-vs-ssi', permanent: true }],
    ['/former-page', { to: '/every-kind', permanent: true }],
    ['/former/deep/page', { to: '/faq', permanent: false }],
  ]),
  navigation: {
    menus: [
      {
        label: 'Basics',
        links: [
          { label: 'SSDI and SSI', to: '/articles/ssdi-vs-ssi' },
          { label: 'Every kind', to: '/every-kind' },
        ],
      },
    ],
    footer: {
      quick: [{ label: 'Questions', to: '/faq' }],
      legal: [],
      note: { start: 'Private firm.', paragraphs: [] },
    },
  },
  faq: questions,
  ...Object.fromEntries(
    pages.map((page) => [
      `page ${page.slug}`,
      {
        ...page,
        lead: 'A lead.',
        metaTitle: page.title,
        metaDescription: `All of ${page.slug}.`,
        illustration: null,
        blocks: [],
        figureNotes,
        ...unsourced,
      },
    ]),
  ),
  'page home': homePage(summaries),
  'page faq': {
    slug: 'faq',
    path: '/faq',
    title: 'Questions and answers',
    isoUpdated: '2024-02-01T00:00:00.000Z',
    version: 'v-faq',
    lead: 'Choose a question.',
    metaTitle: 'Questions and answers about benefits',
    metaDescription: 'Plain answers.',
    illustration: 'question',
    blocks: [{ kind: 'faq', heading: 'Asked most', entries: [], listed: questions }],
    figureNotes,
    ...unsourced,
  },
  'page every-kind': {
    slug: 'every-kind',
    path: '/every-kind',
    title: 'Every kind',
    isoUpdated: '2024-02-01T00:00:00.000Z',
    version: 'v-every-kind',
    lead: 'A page with one part of each kind.',
    metaTitle: 'Every kind of part',
    metaDescription: 'One part of each kind.',
    illustration: null,
    blocks: everyKindOfBlock,
    figureNotes,
    ...unsourced,
  },
  ...Object.fromEntries(
    summaries.map((summary) => [
      `article ${summary.slug}`,
      {
        ...summary,
        html: '<p>Body text.</p>',
        headings: [],
        links: [],
        metaTitle: summary.title,
        metaDescription: summary.description,
        illustration: 'papers',
        figureNotes,
        ...unsourced,
      },
    ]),
  ),
};

export interface LogLine {
  level: string;
  event: string;
  path?: string;
  status?: number;
}

interface Behind {
  log?: LogLine[];
  /** Makes every read of content fail, as with a database that is away from the start. */
  fault?: Error;
  /** Takes the place of what the content cache holds. */
  content?: Record<string, unknown>;
}

export function depsWithoutDatabase({ log = [], fault, content: changed }: Behind = {}): Deps {
  const held = { ...cached, ...changed };
  const note =
    (level: string) =>
    (event: string, fields: object = {}) =>
      void log.push({ level, event, ...fields });
  const content: Deps['content'] = {
    ...makeContentCache(),
    async remember<T>(key: string, _collections: readonly string[], load: () => Promise<T>) {
      if (fault) throw fault;
      // The layout is made from the site's settings, without a database.
      return key === 'layout' ? load() : (held[key] as T);
    },
    memoizeDerived: (_key, load) => load(content),
  };
  const deps = {
    settings: testEnv,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    content,
    limits: { pressure: async () => 'calm' },
    ready: async () => !fault,
    jobs: { hold: async () => null },
    close: async () => {},
  };
  return deps as unknown as Deps;
}

/** Builds the real site around the real pages; only what lies behind the content cache is made up. */
export function siteWithoutDatabase(options: { env?: Partial<Env> } & Behind = {}): Promise<FastifyInstance> {
  return buildSite({ env: { ...testEnv, ...options.env }, deps: depsWithoutDatabase(options) });
}
