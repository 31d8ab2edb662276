import type { Deps } from '@claimdesk/api/connect';
import type { FastifyInstance } from 'fastify';
import { menus } from '../app/navigation.ts';
import { type Env, parseEnv } from '../env.ts';
import { buildSite } from '../site.ts';

export const testEnv: Env = parseEnv({
  NODE_ENV: 'test',
  MONGODB_URI: 'mongodb://127.0.0.1:1/?replicaSet=none',
  PUBLIC_URL: 'http://site.test',
  APP_KEYS: '{}',
  PAYLOAD_SECRET: 'f2b7c4d19a6e8035f2b7c4d19a6e8035',
  CMS_ORIGIN: 'http://127.0.0.1:9',
});

/** Every article that a menu or a page links to, so that a crawl of the site finds no hole of the test's making. */
const linked = [
  ...menus.flatMap(({ links }) => links.map(({ href }) => href)),
  ...['top-10-secrets', 'disability-claim-denied', 'reconsideration-process', 'appealing-unfavorable'],
  ...['hearing-attendees', 'vtc-hearings', 'benefits-after-hearing'],
];
const slugs = new Set(
  linked.map((href) => href.replace('/articles/', '')).filter((slug) => !slug.includes('/')),
);

const summaries = [...slugs].map((slug) => ({
  slug,
  title: `About ${slug} <b>`,
  description: `What to know about ${slug}.`,
  date: '1/16/2024',
  isoDate: '2024-01-16',
}));

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
    counties: ['Atlantic', 'Bergen'],
  },
  facts: { asOf: '2024-12-31T00:00:00.000Z', initialDenialRate: '70%', appealDays: 60, receiptDays: 5 },
  articles: summaries,
  'moved articles': new Map([['former-name', 'ssdi-vs-ssi']]),
  faq: [
    { id: 'what-is-ssdi', question: 'What is SSDI?', html: '<p>Insurance.</p>', text: 'Insurance.' },
    { id: 'and-ssi', question: 'And </script> SSI?', html: '<p>Help.</p>', text: 'Help </script>.' },
  ],
  ...Object.fromEntries(
    summaries.map((summary) => [
      `article ${summary.slug}`,
      {
        ...summary,
        isoUpdated: '2024-02-01T00:00:00.000Z',
        html: '<p>Body text.</p>',
        metaTitle: summary.title,
        metaDescription: summary.description,
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

/** @param fault makes every read of content fail, as with a database that is away from the start. */
export function depsWithoutDatabase(log: LogLine[] = [], fault?: Error): Deps {
  const note =
    (level: string) =>
    (event: string, fields: object = {}) =>
      void log.push({ level, event, ...fields });
  const deps = {
    settings: testEnv,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    content: {
      async remember(key: string) {
        if (fault) throw fault;
        return cached[key];
      },
    },
    ready: async () => !fault,
    close: async () => {},
  };
  return deps as unknown as Deps;
}

/** Builds the real site around the real pages; only what lies behind the content cache is made up. */
export function siteWithoutDatabase(
  options: { env?: Partial<Env>; log?: LogLine[]; fault?: Error } = {},
): Promise<FastifyInstance> {
  const deps = depsWithoutDatabase(options.log, options.fault);
  return buildSite({ env: { ...testEnv, ...options.env }, deps });
}
