import { dayOf } from '@claimdesk/cms/dated-values';
import { detailsAsInstalled, fictional } from '@claimdesk/cms/samples';
import type { Site } from '@claimdesk/cms/types';
import { phoneHref } from '@claimdesk/forms/phone';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import {
  callTime,
  clockTime,
  closedDaysLine,
  hoursLine,
  type OfficeHours,
  type OpenNow,
  openNow,
} from './office-hours.ts';
import { derivedTokens, readFigures } from './read-figures.ts';
import type { TokenValues } from './render-rich-text.ts';

const globals = ['globals'];

type Dependencies = Pick<Deps, 'payload' | 'content'>;

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
    /** On which holidays and coming days the office is closed, in one sentence; empty if there are none. */
    closedDays: string;
    openNow: OpenNow | null;
    /** When a person who writes now gets a call back, such as `Monday from 8:00 AM`; null for an office that never opens. */
    callTime: string | null;
  };
  counties: string[];
}

/** @returns the current layout. It says whether the office is open, so it relies on the cache expiring each minute. */
export function readLayout(deps: Dependencies): Promise<Layout> {
  return deps.content.remember('layout', globals, async () => makeLayout(await readSite(deps)));
}

function makeLayout(site: Site): Layout {
  const now = new Date();
  const time = (closed: boolean | null | undefined, at: string | null | undefined) =>
    closed || !at ? null : clockTime(at);
  const { officeHours: days, closedHolidays, closedDays } = site;
  const hours = { days, closedHolidays, closedDays };
  return {
    firmName: site.firmName,
    phone: site.phone,
    phoneHref: phoneHref(site.phone),
    email: site.email,
    address: addressLines(site),
    hours: {
      days: days.map(({ day, opens, closes, closed }) => ({
        day,
        opens: time(closed, opens),
        closes: time(closed, closes),
      })),
      label: hoursLine(days),
      closedDays: closedDaysLine(hours, now),
      openNow: openNow(hours, now),
      callTime: callTime(hours, now),
    },
    counties: site.counties,
  };
}

/** @returns when the phone is answered; never, until the site settings are filled in. */
export async function readOfficeHours(deps: Dependencies): Promise<OfficeHours> {
  const { officeHours: days = [], closedHolidays, closedDays }: Partial<Site> = await readSite(deps);
  return { days, closedHolidays, closedDays };
}

/** @returns the lines of the office's address; empty where visitors do not come by. */
export async function readAddress(deps: Dependencies): Promise<string[]> {
  return addressLines(await readSite(deps));
}

function addressLines({ address }: Site): string[] {
  return (address ?? '').split('\n').flatMap((line) => line.trim() || []);
}

/** @returns the days, beside weekends and holidays, on which federal offices are closed by order of the President. */
export async function readFederalClosings(deps: Dependencies): Promise<ReadonlySet<string>> {
  const { federalClosings }: Partial<Site> = await readSite(deps);
  return new Set((federalClosings ?? []).map(({ date }) => dayOf(date)));
}

/** @returns the sender of emails. Its texts are empty until the site settings are filled in; emails go out anyway. */
export async function readFirm(deps: Dependencies): Promise<Firm> {
  const { firmName, phone, address }: Partial<Site> = await readSite(deps);
  return {
    name: firmName ?? '',
    phone: phone ?? '',
    phoneHref: phoneHref(phone ?? ''),
    address: address ?? '',
  };
}

/** @returns the value of every token in texts: figures in force today, what is derived from them, firm, phone and email. */
export async function readTokens(deps: Dependencies & Pick<Deps, 'settings'>): Promise<TokenValues> {
  const [site, figures] = await Promise.all([readSite(deps), readFigures(deps)]);
  const { firmName, phone, email } = site;
  const representative = representativeOf(site);
  return { ...figures, ...derivedTokens(figures), representative, firmName, phone, email };
}

/** Claimants appoint a person, not a firm (20 CFR 404.1705, 416.1505). @returns who that is, as part of a sentence. */
export async function readRepresentative(deps: Dependencies): Promise<string> {
  return representativeOf(await readSite(deps));
}

/** True before and after the agreement is signed, and in every sentence that ends with who it is. */
const unnamedRepresentative = 'someone at our firm, whose name we tell you before you sign form SSA-1696';

/** @param representative as a contract has it. @returns whether that is a name: contracts from before it was kept have none either. */
export function isRepresentativeNamed(representative: string): boolean {
  return representative !== '' && representative !== unnamedRepresentative;
}

function representativeOf({ representativeName, representativeCredentials }: Partial<Site>): string {
  const name = representativeName?.trim();
  const credentials = representativeCredentials?.trim();
  return name ? [name, credentials].filter(Boolean).join(', ') : unnamedRepresentative;
}

/** @returns which of the firm's details are as installed, such as `phone number and email address`; or nothing. */
export async function readDetailsAsInstalled(deps: Dependencies): Promise<string> {
  return detailsAsInstalled(await readSite(deps));
}

/** @returns whether the phone number is one that the firm entered. */
export async function readHasOwnPhone(deps: Dependencies): Promise<boolean> {
  const { phone }: Partial<Site> = await readSite(deps);
  return Boolean(phone) && !fictional.phone.test(phone ?? '');
}

function readSite({ payload, content }: Dependencies): Promise<Site> {
  return content.remember('site', globals, () =>
    payload.findGlobal({ slug: 'site', depth: 0, overrideAccess: false }),
  );
}
