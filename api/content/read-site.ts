import { figureGroups } from '@claimdesk/cms/figures';
import type { Fact, Site } from '@claimdesk/cms/types';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { clockTime, hoursLine, type OpenNow, openNow } from './office-hours.ts';
import { phoneLink, type TokenValues } from './render-rich-text.ts';

const globals = ['globals'];
const figureNames = figureGroups.flatMap(({ figures }) => figures.map(({ name }) => name));

/** A figure of the facts global; `asOf` is the day on which they were checked. */
export type FactName = Exclude<
  keyof Fact,
  'id' | 'updatedAt' | 'createdAt' | 'globalType' | 'revision' | 'savedBy'
>;
type Dependencies = Pick<Deps, 'payload' | 'content'>;

/** What every page shows. */
export interface Layout {
  firmName: string;
  /** For display; `phoneHref` is what a phone dials. */
  phone: string;
  phoneHref: string;
  email: string;
  hours: {
    days: { day: string; opens: string | null; closes: string | null }[];
    label: string;
    openNow: OpenNow | null;
  };
  counties: string[];
}

/** @returns the current layout. It says whether the office is open, so it relies on the cache expiring each minute. */
export function readLayout(deps: Dependencies, now?: Date): Promise<Layout> {
  return deps.content.remember('layout', globals, async () => makeLayout(await readSite(deps), now));
}

function makeLayout(site: Site, now = new Date()): Layout {
  const time = (closed: boolean | null | undefined, at: string | null | undefined) =>
    closed || !at ? null : clockTime(at);
  return {
    firmName: site.firmName,
    phone: site.phone,
    phoneHref: phoneLink(site.phone),
    email: site.email,
    hours: {
      days: site.officeHours.map(({ day, opens, closes, closed }) => ({
        day,
        opens: time(closed, opens),
        closes: time(closed, closes),
      })),
      label: hoursLine(site.officeHours),
      openNow: openNow(site.officeHours, now),
    },
    counties: site.counties,
  };
}

/** @returns the sender of emails. Its texts are empty until the site settings are filled in; emails go out anyway. */
export async function readFirm(deps: Dependencies): Promise<Firm> {
  const { firmName = '', phone = '' }: Partial<Site> = await readSite(deps);
  return { name: firmName ?? '', phone: phone ?? '', phoneHref: phoneLink(phone ?? '') };
}

/** @returns every figure of the facts global as text, and the day on which they were checked as a US short date. */
export async function readFacts(deps: Dependencies): Promise<Record<FactName, string>> {
  const facts = await deps.content.remember('facts', globals, () =>
    deps.payload.findGlobal({ slug: 'facts', depth: 0, overrideAccess: false }),
  );
  const values = figureNames.map((name) => [name, String(facts[name as keyof Fact] ?? '')]);
  return { ...(Object.fromEntries(values) as Record<FactName, string>), asOf: shortDate(facts.asOf) };
}

/** @returns the value of every token in texts: figures, firm, phone, email, and the days to appeal with mail time. */
export async function readTokens(deps: Dependencies): Promise<TokenValues> {
  const [site, facts] = await Promise.all([readSite(deps), readFacts(deps)]);
  const { firmName, phone, email } = site;
  const appealDaysWithMail = String(Number(facts.appealDays) + Number(facts.receiptDays));
  return { ...facts, firmName, phone, email, appealDaysWithMail };
}

/** Created once: creating one takes a hundred times as long as using it. */
const shortDates = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });

/** @param iso ISO 8601. @returns `1/16/2024`: the calendar day in UTC, whatever the reader's time zone. */
export function shortDate(iso: string): string {
  return shortDates.format(new Date(iso));
}

function readSite({ payload, content }: Dependencies): Promise<Site> {
  return content.remember('site', globals, () =>
    payload.findGlobal({ slug: 'site', depth: 0, overrideAccess: false }),
  );
}
