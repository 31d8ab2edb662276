import { isDeepStrictEqual } from 'node:util';
import { shortDate } from '@claimdesk/forms/calendar';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import { type Owner, readOwners } from '#api/accounts/staff/owners.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { listAttempts, type ShownAttempt } from '#api/casework/attempts/list-attempts.ts';
import { listDocuments, type ShownDocument } from '#api/casework/clients/read-documents.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { findClientOf } from '#api/casework/contracts/match-contracts.ts';
import { showContract } from '#api/casework/contracts/open-contract.ts';
import type { Benefit, CaseEvent } from '#api/casework/duties/case-event.ts';
import { type CountedDuty, type CountingContext, dutiesOf } from '#api/casework/duties/count-due.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import type { Duty } from '#api/casework/duties/duty.ts';
import { type LocalAppointment, localAppointment } from '#api/casework/duties/local-appointment.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Reading } from '#api/platform/deps.ts';
import type { RecordedEvent } from './case-events.ts';
import { openMatter } from './change-matter.ts';
import { listMattersOf } from './client-matters.ts';
import { type ClaimDetails, claimVersion, openClaim } from './edit-claim.ts';
import { type EditablePerson, editablePerson } from './edit-person.ts';
import { type Entered, factsOf } from './entered-facts.ts';
import { type EvidenceRequest, evidenceOf } from './evidence.ts';
import type { Matter, Standing } from './matter.model.ts';
import { nameOf, openPerson } from './person.ts';
import { type Representation, representationOf } from './representation.ts';

/** A duty as staff read it, with whose it is. */
export interface ShownDuty extends Omit<Duty, 'matter' | 'version'> {
  owner: Owner | null;
}

/** An event as staff read it. */
export type ShownEvent = RecordedEvent & {
  /** The name of the staff account; null for the client, and once that was deleted. */
  who: string | null;
  /** When a hearing or an exam is, on clocks there. */
  local: LocalAppointment | null;
  /** Whether it was not corrected. */
  isCurrent: boolean;
  /** What a correction did to the event that it corrects, and what was done to a corrected one; null for all others. */
  correction: 'confirmed' | 'removed' | 'corrected' | null;
  /** Whether a client has entered it, and no member of staff has looked at the paper. */
  isUnchecked: boolean;
};

export interface MatterDetail extends Standing {
  number: string;
  name: string;
  /** US short form; '' where it is not known. */
  dateOfBirth: string;
  /** Masked to its last four digits; '' where it is not known. */
  ssn: string;
  address: string;
  phones: string[];
  email: string;
  /** What staff can edit of the person; null where the contract or the account says it, and where it can't be read. */
  person: EditablePerson | null;
  /** As staff said or, until they have, as the first contact with the agency was about. */
  benefits: readonly Benefit[];
  claim: ClaimDetails & { version: string };
  /** The day of the first contact with the agency, which protects the day of filing; null where none is known. */
  protectiveFiling: CalendarDate | null;
  owner: Owner | null;
  /** ISO 8601. */
  openedAt: string;
  contract: { id: string; reference: string } | null;
  /** The id of the portal account whose matter it is. */
  client: string | null;
  /** The same client's other matters; `isOwn` is that of the account itself, which can be merged into one of a contract. */
  others: { number: string; isOwn: boolean }[];
  /** The nearest day first. */
  duties: ShownDuty[];
  /** Newest first. */
  events: ShownEvent[];
  /** In the order in which they were made. */
  calls: ShownAttempt[];
  representation: Representation;
  evidence: EvidenceRequest[];
  /** The newest documents that the client sent or staff uploaded; null where no portal account is known. */
  papers: ShownDocument[] | null;
  isSample: boolean;
}

/** The client's page has all. */
const mostPapers = 30;

/** @throws DomainError `not-found`. */
export async function readMatter({ id }: { id: string }, deps: Reading): Promise<MatterDetail> {
  const { matter, events, duties, owners } = await openMatter(id, deps);
  const [person, { contract, client }, names, ownerNames, calls] = await Promise.all([
    openPerson(matter, deps),
    readLinks(matter, deps),
    readStaffNames(
      events.map(({ by }) => by),
      deps.portal,
    ),
    readOwners([matter.owner, ...owners.values()], deps.portal),
    listAttempts(id, deps),
  ]);
  const papers = client === null ? null : await listDocuments({ id: client }, deps);
  const current = new Set(currentFacts(events).map(({ event }) => event.id));
  const ownerOf = (owner: string | null | undefined) => (owner && ownerNames.get(owner)) || null;
  const { level, status, outcome, opened_at } = matter;
  const contact = firstContactIn(events);
  const benefits = matter.benefits.length > 0 ? matter.benefits : (contact?.benefits ?? []);
  const claim = openClaim(matter, await deps.keys.of(id));
  const { dateOfBirth, ssn, address, phones, email } = person;
  return {
    number: matter._id,
    name: nameOf(person),
    dateOfBirth: dateOfBirth && shortDate(dateOfBirth),
    ssn: ssn && `***-**-${ssn.slice(-4)}`,
    ...{ address, phones, email, level, status, outcome, benefits },
    person: editablePerson(matter, person),
    claim: { ...claim, version: claimVersion(matter) },
    protectiveFiling: contact?.day ?? null,
    owner: ownerOf(matter.owner),
    openedAt: opened_at.toISOString(),
    ...{ contract, client },
    others: client === null ? [] : await listOthers(id, client, deps),
    duties: duties.map(({ matter: _, version: _v, ...duty }) => ({
      ...duty,
      owner: ownerOf(owners.get(duty.id)),
    })),
    events: events.toReversed().map((event) => {
      const isCurrent = current.has(event.id);
      const isUnchecked = isCurrent && event.source === 'client' && event.kind === 'decision';
      const said = event.kind === 'correction' ? event.facts : event;
      const local =
        said && 'appointment' in said && said.appointment ? localAppointment(said.appointment) : null;
      const correction = correctionOf(event, events);
      return { ...event, who: names.get(event.by) ?? null, local, isCurrent, isUnchecked, correction };
    }),
    calls,
    representation: representationOf(events),
    evidence: evidenceOf(events),
    papers: papers?.slice(0, mostPapers) ?? null,
    isSample: matter.sample === true,
  };
}

async function listOthers(id: string, client: string, deps: Reading): Promise<MatterDetail['others']> {
  const account = await findAccount({ id: client }, deps);
  const found = account ? await listMattersOf(account, deps) : [];
  return found
    .filter(({ _id }) => _id !== id)
    .map(({ _id, contract }) => ({ number: _id, isOwn: contract === undefined }));
}

/** @returns the earliest contact with the agency among the events of a matter. */
function firstContactIn(events: readonly CaseEvent[]) {
  return currentFacts(events)
    .flatMap(({ facts }) => (facts.kind === 'first contact' ? [facts] : []))
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .at(0);
}

/** @returns what became of an event, or what a correction did to the one before. A correction that says the same confirms it. */
function correctionOf(event: RecordedEvent, events: readonly RecordedEvent[]): ShownEvent['correction'] {
  const by =
    events.find((each) => each.kind === 'correction' && each.corrects === event.id) ??
    (event.kind === 'correction' ? event : undefined);
  if (by?.kind !== 'correction') return null;
  if (by.facts === null) return 'removed';
  const before = events.find(({ id }) => id === by.corrects);
  const said = before?.kind === 'correction' ? before.facts : before;
  const isSame = Object.entries(by.facts).every(([name, value]) =>
    isDeepStrictEqual(value, (said as Record<string, unknown> | null | undefined)?.[name]),
  );
  return isSame ? 'confirmed' : 'corrected';
}

/**
 * @returns the duties that something entered would make, and how their days were counted, before it is saved.
 * @throws DomainError as `dutiesOf`; `not-found` for an unknown matter.
 */
export async function previewDuties(
  { id, entered }: { id: string; entered: Entered },
  deps: Reading & CountingContext,
): Promise<CountedDuty[]> {
  const { events } = await openMatter(id, deps);
  return dutiesOf(factsOf(entered, events), deps);
}

/** @returns the confirmed account whose matter it is; null where there is none. */
export async function confirmedClientOf(
  matter: Pick<Matter, 'contract' | 'client_id'>,
  deps: Reading,
): Promise<ClientAccount | null> {
  const { client } = await readLinks(matter, deps);
  const account = client === null ? null : await findAccount({ id: client }, deps);
  return account?.isConfirmed ? account : null;
}

/** @returns the contract of a matter, and the id of the portal account whose it is. */
async function readLinks(
  { contract: id, client_id: own }: Pick<Matter, 'contract' | 'client_id'>,
  deps: Reading,
): Promise<Pick<MatterDetail, 'contract' | 'client'>> {
  const contract = id && (await contractsCollection.model(deps.portal).findOne({ _id: id }).lean());
  if (!contract) return { contract: null, client: own ?? null };
  const client = own ?? (await findClientOf(await showContract(contract, deps), deps));
  return { contract: { id: contract._id.toHexString(), reference: contract.reference }, client };
}
