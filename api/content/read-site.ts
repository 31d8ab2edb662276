import type { Site } from '@claimdesk/cms/types';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { clockTime, hoursLine, type OpenNow, openNow } from './office-hours.ts';
import { derivedTokens, readFigures } from './read-figures.ts';
import { phoneLink, type TokenValues } from './render-rich-text.ts';

const globals = ['globals'];

type Dependencies = Pick<Deps, 'payload' | 'content'>;

/** What every page shows. */
export interface Layout {
  firmName: string;
  /** For display; `phoneHref` is what a phone dials. */
  phone: string;
  phoneHref: string;
  email: string;
  /** The lines of the office's address; empty where visitors do not come by. */
  address: string[];
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
    address: addressLines(site),
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

/** @returns the lines of the office's address; empty where visitors do not come by. */
export async function readAddress(deps: Dependencies): Promise<string[]> {
  return addressLines(await readSite(deps));
}

function addressLines({ address }: Site): string[] {
  return (address ?? '').split('\n').flatMap((line) => line.trim() || []);
}

/** @returns the sender of emails. Its texts are empty until the site settings are filled in; emails go out anyway. */
export async function readFirm(deps: Dependencies): Promise<Firm> {
  const { firmName, phone, address }: Partial<Site> = await readSite(deps);
  return {
    name: firmName ?? '',
    phone: phone ?? '',
    phoneHref: phoneLink(phone ?? ''),
    address: address ?? '',
  };
}

/** @returns the value of every token in texts: figures in force today, what is derived from them, firm, phone and email. */
export async function readTokens(deps: Dependencies): Promise<TokenValues> {
  const [{ firmName, phone, email }, figures] = await Promise.all([readSite(deps), readFigures(deps)]);
  return { ...figures, ...derivedTokens(figures), firmName, phone, email };
}

function readSite({ payload, content }: Dependencies): Promise<Site> {
  return content.remember('site', globals, () =>
    payload.findGlobal({ slug: 'site', depth: 0, overrideAccess: false }),
  );
}
