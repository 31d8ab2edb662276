import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDeps as open } from '../../api/open-deps.ts';
import { emptyLog } from '../../api/platform/audit/audit-chain.ts';
import { auditHeadsFile, noteHead } from '../../api/platform/audit/audit-heads.ts';
import { createContext, type RequestContext } from '../../api/platform/context.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { CookieJar } from '../../api/platform/http/cookies.ts';
import { openAuditKey } from '../../api/platform/keys/data-keys.ts';
import { readSettings } from '../../api/platform/settings.ts';
import { type Caller, createCaller } from '../../api/router.ts';
import { emptyDatabases } from '../../cms/testing.ts';

/** A fictional claimant. None of these values may appear in a log line. */
export const claimant = {
  first_name: 'Canaria',
  last_name: "O'Testwright",
  phone: '2015550147',
  email: 'canaria.testwright@example.com',
  zip_code: '07102',
};

export const evaluationAnswers = {
  receiving_benefits: 'no',
  applied_before: 'yes',
  has_lawyer: 'no',
  currently_working: 'no',
  under_doctor_care: 'yes',
  out_of_work_12_months: 'yes',
  worked_full_time_5_years: 'yes',
  age_range: '50-54',
  ...claimant,
};

/** A fictional attorney's answers to the application form. */
export const applicationAnswers = {
  name: 'Canary Applewright',
  firm: 'Applewright Sample Law',
  email: 'canary.applewright@example.com',
  phone: '2015550163',
  city: 'Trenton',
  state: 'NJ',
  years_experience: 12,
  specialties: ['ALJ hearings', 'SSI for children'],
  bio: 'Canary has helped people with disability claims for twelve years.',
};

/** The fictional claimant's answers to the contract. */
export const contractAnswers = {
  ...claimant,
  date_of_birth: '1968-04-27',
  ssn: '212847391',
  street_address: '12 Canary Lane',
  address_line_2: 'Unit 7',
  city: 'Newark',
  state: 'NJ',
  agreed_to_terms: true,
  agreed_to_privacy: true,
  consent_to_contact: true,
  electronic_records: true,
  signature_name: "canaria  o'testwright",
};

/**
 * Opens this worker's own databases, without background jobs; a log line with personal data in it fails the test that
 * wrote it. Closing leaves them empty for the worker's next file, which uses the same CMS, since that takes seconds to open.
 */
export async function openDeps(): Promise<Deps> {
  const settings = readSettings(process.env);
  // Of the worker's file before, whose databases are gone.
  await rm(join(settings.DATA_DIR, auditHeadsFile), { force: true });
  const deps = await open(settings, refusePersonalData);
  const { payload, close } = deps;
  payload.destroy = async () => {};
  return {
    ...deps,
    async close() {
      await close();
      await emptyDatabases(payload);
    },
  };
}

function refusePersonalData(line: string): void {
  const { name, email, phone } = applicationAnswers;
  const { ssn, date_of_birth, street_address } = contractAnswers;
  const others = [ssn, date_of_birth, street_address, name, email, phone];
  // As a word: the random digits of a hash may be a ZIP code too.
  const isIn = (value: string) => new RegExp(`(?<![\\da-z])${value}(?![\\da-z])`, 'i').test(line);
  const leaked = [...Object.values(claimant), ...others].find(isIn);
  if (leaked || /"(answers|email|password|phone|ssn)":/.test(line))
    throw new Error(`Personal data in a log line: ${line}`);
}

let visitors = 0;

/** @returns a caller with its own IP address and cookies that persist between calls, each of which is a request. */
export function visitor(deps: Deps): { call: Caller; context: RequestContext } {
  visitors += 1;
  const cookies = new CookieJar(undefined, false);
  const address = `203.0.113.${visitors % 250}-${process.pid}`;
  const context = createContext(deps, { address, cookies, userAgent: 'A browser/1.0' });
  return { call: createCaller(() => ({ ...context, memo: new Map() })), context };
}

/** Empties the collections, so that a test sees only its own records. */
export async function empty(deps: Deps, ...collections: string[]): Promise<void> {
  for (const name of collections) await deps.portal.collection(name).deleteMany({});
}

/** Empties the audit log, which then goes on as after an accepted restore of an empty one. */
export async function emptyAuditLog({ audit, settings, keys, portal }: Deps): Promise<void> {
  await audit.entries.deleteMany({});
  emptied += 1;
  await noteHead(settings.DATA_DIR, { ...emptyLog, restores: emptied }, await openAuditKey(keys, portal));
}

let emptied = 0;

/** @returns what a check of the whole audit log finds. */
export async function auditFaults({ audit }: Pick<Deps, 'audit'>): Promise<string[]> {
  const faults: string[] = [];
  await audit.check((fault) => faults.push(fault));
  return faults;
}

/** Ends the wait of everyone in the queue, so that a test need not wait. */
export async function endWaits(deps: Deps): Promise<void> {
  await deps.portal.collection('waiting_turns').updateMany({}, { $set: { at: new Date(0) } });
}

/**
 * Fails unless an open page of the staff whose calls these are is told of what arrives now. It may first be told of changes
 * from before.
 *
 * @param arrive sends it. @returns its id.
 */
export async function expectNotice(
  call: Caller,
  kind: string,
  arrive: () => Promise<string>,
): Promise<string> {
  const changes = (await call.submissions.changes()) as AsyncIterable<unknown>;
  const iterator = changes[Symbol.asyncIterator]();
  let next = iterator.next();
  const id = await arrive();
  const notice = JSON.stringify({ kind, id });
  while (!JSON.stringify((await next).value).includes(notice)) next = iterator.next();
  await iterator.return?.();
  return id;
}
