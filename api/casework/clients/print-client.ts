import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { listClaimUpdates, type ShownClaim } from '#api/casework/claims/list-claim-updates.ts';
import type { Deps } from '#api/platform/deps.ts';
import { listNotes, type ShownNote } from './client-notes.ts';
import { readTimeline, type TimelineEvent } from './client-timeline.ts';
import { type ClientRecord, readClient } from './read-client.ts';
import { listDocuments, type ShownDocument } from './read-documents.ts';

/** More than anyone prints. The printout says when there is more. */
const mostPrinted = 1_000;

export interface PrintedClient {
  client: ClientRecord;
  /** Updates of the claim, newest first. */
  claim: ShownClaim[];
  documents: ShownDocument[];
  notes: ShownNote[];
  events: TimelineEvent[];
  /** Whether older notes or events were left out. */
  isCut: boolean;
  firmName: string;
  /** Name of the staff member who prints it; null once that account was deleted. */
  printedBy: string | null;
  /** ISO 8601 */
  printedAt: string;
}

/** @param asked.staff id of the account that prints it. @throws DomainError `not-found`. */
export async function printClient(
  { id, staff }: { id: string; staff: string },
  deps: Pick<Deps, 'portal' | 'keys' | 'log' | 'store' | 'readFirm'>,
): Promise<PrintedClient> {
  const [client, claim, documents, notes, timeline, firm, names] = await Promise.all([
    readClient({ id }, { deps }),
    listClaimUpdates({ id }, deps),
    listDocuments({ id }, deps),
    listNotes({ id, staff, limit: mostPrinted }, deps),
    readTimeline({ id }, deps, mostPrinted),
    deps.readFirm(),
    readStaffNames([staff], deps.portal),
  ]);
  return {
    client,
    claim,
    documents,
    notes: notes.rows,
    events: timeline.events,
    isCut: notes.next !== null || timeline.next !== null,
    firmName: firm.name,
    printedBy: names.get(staff) ?? null,
    printedAt: new Date().toISOString(),
  };
}
