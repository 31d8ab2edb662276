import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { listClaimUpdates, type ShownClaim } from '#api/casework/claims/claim-updates.ts';
import type { Deps } from '#api/platform/deps.ts';
import { listDocuments, type ShownDocument } from './client-documents.ts';
import { listNotes, type ShownNote } from './client-notes.ts';
import { readTimeline, type TimelineEvent } from './client-timeline.ts';
import { type ClientRecord, readClient } from './read-client.ts';

/** More than anybody prints; the printout says when there is more. */
const mostPrinted = 1_000;

/** Everything that is known about a client, to be printed. */
export interface PrintedClient {
  client: ClientRecord;
  /** What was set about the claim, newest first. */
  claim: ShownClaim[];
  documents: ShownDocument[];
  notes: ShownNote[];
  events: TimelineEvent[];
  /** Whether there are older notes or events, which are left out. */
  isCut: boolean;
  firmName: string;
  /** The name of the member of staff who prints it; null once that account was deleted. */
  printedBy: string | null;
  /** ISO 8601 */
  printedAt: string;
}

/** @param asked.staff the id of the account that prints it. @throws DomainError `not-found`. */
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
