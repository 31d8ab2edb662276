import { easternToday } from '@claimdesk/forms/eastern-time';
import { type Connection, type mongo, Types } from 'mongoose';
import { eventId, eventsCollection } from '#api/accounts/clients/events.ts';
import type { CaseEvent, CaseFacts } from '#api/casework/duties/case-event.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import { dutiesCollection, dutyRow, nextDue } from '#api/casework/duties/duty.model.ts';
import type { Duty } from '#api/casework/duties/duty.ts';
import { applyEvent } from '#api/casework/duties/duty-states.ts';
import type { Deps } from '#api/platform/deps.ts';
import { dataKeysCollection } from '#api/platform/keys/data-keys.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { searchTokens } from '#api/platform/keys/search-tokens.ts';
import { caseEventRow, type EventSource } from './case-events.ts';
import { type Matter, mattersCollection } from './matter.model.ts';
import { makeMatterNumber } from './matter-number.ts';
import type { MatterPerson } from './person.ts';
import { standingOf } from './standing.ts';

export interface NewMatter {
  person: MatterPerson;
  /** How it began: its first event, which makes its first duties. */
  facts: CaseFacts;
  source: EventSource;
  /** `client`, or the id of a staff account. */
  by: string;
  /** When it began. */
  at: Date;
  /** The id of its first event, where it must not be opened twice. */
  event?: Types.ObjectId;
  contract?: Types.ObjectId;
  client?: string;
  owner?: string;
  /** @returns a duty as it stands, where the matter began before duties were kept. */
  settle?(duty: Duty): Duty;
  isSample?: boolean;
}

/**
 * Opens a matter with its first event and the duties of that, in the caller's transaction.
 *
 * @returns its number.
 */
export async function makeMatter(
  { person, facts, source, by, at, event: id, contract, client, owner, settle, isSample }: NewMatter,
  deps: Pick<Deps, 'portal' | 'keys'> & CountingContext,
  session: mongo.ClientSession,
): Promise<string> {
  const { portal, keys, closings } = deps;
  const _id = await freeNumber(at, portal, session);
  const ring = await keys.make(_id, session);
  const sample = isSample ? { sample: true } : {};
  const first = id ?? eventId(at, (contract ?? new Types.ObjectId()).toHexString());
  const event: CaseEvent = { id: first.toHexString(), matter: _id, by, ...facts };
  const counted = applyEvent([], event, { closings, today: easternToday(), events: [] });
  const duties = settle ? counted.map(settle) : counted;
  const row: Matter = {
    _id,
    ...storedPerson(person, { _id, ring }, deps),
    ...(client !== undefined && { client_id: client }),
    ...(contract && { contract }),
    benefits: [],
    ...standingOf([event]),
    owner: owner ?? null,
    representative: null,
    next_due: nextDue(duties),
    changes: 1,
    opened_at: at,
    ...sample,
  };
  await mattersCollection.model(portal).create([row], { session });
  const written = { _id: first, matter: _id, sequence: 1, by, at, source, facts, ...sample };
  await eventsCollection.model(portal).create([await caseEventRow(written, { keys, ring })], { session });
  const rows = duties.map((duty) => ({ ...dutyRow(duty, row.owner, ring), ...sample }));
  if (rows.length > 0) await dutiesCollection.model(portal).insertMany(rows, { session });
  return _id;
}

/** @returns a person, encrypted, and what their matter is found by. @param ring of the matter. */
export function storedPerson(
  person: MatterPerson,
  { _id, ring }: { _id: string; ring: KeyRing },
  { keys }: Pick<Deps, 'keys'>,
): Pick<Matter, 'person' | 'ssn_lookup' | 'search_tokens'> {
  const { firstName, lastName, ssn, phones, email } = person;
  const searchable = {
    names: [firstName, lastName].filter(Boolean),
    phones,
    emails: [email].filter(Boolean),
    references: [],
  };
  return {
    person: mattersCollection.encrypt(ring, _id, 'person', JSON.stringify(person)),
    ssn_lookup: ssn === '' ? [] : lookupHashes(keys.lookups, 'matter-ssn', ssn),
    search_tokens: searchTokens(keys.lookups, mattersCollection.name, searchable),
  };
}

/** More attempts than that find no number only where something else is wrong. */
const maxAttempts = 20;

/** Of two transactions that take the same number, one conflicts and runs again. */
/** A number is taken for as long as its data key is there: that of a matter that was removed goes later. */
async function freeNumber(at: Date, portal: Connection, session: mongo.ClientSession): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const number = makeMatterNumber(attempt, at);
    if (!(await dataKeysCollection.model(portal).exists({ _id: number }).session(session))) return number;
  }
  throw new Error(`${maxAttempts} numbers of matters in a row are taken.`);
}
