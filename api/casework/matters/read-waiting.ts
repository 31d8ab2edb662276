import { trusted } from 'mongoose';
import { clientsCollection, unreadIndex } from '#api/accounts/clients/client.model.ts';
import { findAccounts } from '#api/accounts/clients/client-account.ts';
import { readOwners } from '#api/accounts/staff/owners.ts';
import { countToCall, findToCall } from '#api/casework/attempts/next-to-call.ts';
import { namesOnContracts } from '#api/casework/contracts/match-contracts.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { showSubmission } from '#api/casework/submissions/list-submissions.ts';
import { presentRow, type SubmissionRow } from '#api/casework/submissions/present-submission.ts';
import type { Reading } from '#api/platform/deps.ts';

/** Somebody who is to be called. */
export type CallRow = Pick<
  SubmissionRow,
  'id' | 'name' | 'phone' | 'callBy' | 'called' | 'owner' | 'isSample'
>;

/** A client whose documents nobody has opened. */
export interface SenderRow {
  /** The id of the client. */
  id: string;
  /** Null until staff know it. */
  name: string | null;
  /** ISO 8601: when the first of them arrived. */
  since: string;
  isSample: boolean;
}

export interface WaitingRows<Row> {
  rows: Row[];
  /** How many there are, 99 at most, and whether there are more. */
  count: number;
  more: boolean;
}

/** Who waits for the firm: senders who were promised a call, and clients who sent something. */
export interface Waiting {
  evaluations: WaitingRows<CallRow>;
  callRequests: WaitingRows<CallRow>;
  documents: WaitingRows<SenderRow>;
}

/** What is due stays in view below them; the queue has the rest. */
const mostShown = 5;
const mostCounted = 100;

/**
 * @param owner the id of a staff account: calls that are theirs or nobody's; null for everybody's. Documents have no owner.
 * @returns who is called now or next, and whose documents have waited longest, those of confirmed clients first.
 */
export async function readWaiting({ owner }: { owner: string | null }, deps: Reading): Promise<Waiting> {
  const [evaluations, callRequests, documents] = await Promise.all([
    readToCall('evaluations', owner, deps),
    readToCall('callRequests', owner, deps),
    readSenders(deps),
  ]);
  return { evaluations, callRequests, documents };
}

async function readToCall(
  queue: 'evaluations' | 'callRequests',
  of: string | null,
  deps: Reading,
): Promise<WaitingRows<CallRow>> {
  const kind = submissionKinds[queue];
  const { portal } = deps;
  const now = new Date();
  const [found, count] = await Promise.all([
    findToCall(kind, { of, most: mostShown }, portal, now),
    countToCall(kind, { of, most: mostCounted }, portal, now),
  ]);
  const owners = await readOwners(
    found.map(({ owner = null }) => owner),
    portal,
  );
  const names = new Map([...owners].map(([id, { name }]) => [id, name]));
  const rows = found.map(async (submission): Promise<CallRow> => {
    const shown = await showSubmission(kind, submission, deps);
    const { id, name, phone, callBy, called, owner, isSample } = presentRow(kind, submission, {
      ...shown,
      names,
    });
    return { id, name, phone, callBy, called, owner, isSample };
  });
  return { rows: await Promise.all(rows), ...counted(count) };
}

async function readSenders(deps: Reading): Promise<WaitingRows<SenderRow>> {
  const model = clientsCollection.model(deps.portal);
  const unread = { unread_since: trusted({ $exists: true }) };
  const [found, count] = await Promise.all([
    model
      .find(unread, { unread_since: 1 })
      .sort(unreadIndex)
      // Other indexes contain all accounts, and anyone can register one.
      .hint(unreadIndex)
      .limit(mostShown)
      .lean<{ _id: string; unread_since: Date }[]>(),
    model.countDocuments(unread).hint(unreadIndex).limit(mostCounted),
  ]);
  const accounts = await findAccounts(
    found.map(({ _id }) => _id),
    deps,
  );
  const names = await namesOnContracts(
    [...accounts.values()].filter(({ name }) => name === null),
    deps,
  );
  const rows = found.flatMap(({ _id: id, unread_since }): SenderRow[] => {
    const account = accounts.get(id);
    if (!account) return [];
    const name = account.name ?? names.get(id) ?? null;
    return [{ id, name, since: unread_since.toISOString(), isSample: account.isSample }];
  });
  return { rows, ...counted(count) };
}

function counted(count: number): { count: number; more: boolean } {
  return { count: Math.min(count, mostCounted - 1), more: count >= mostCounted };
}
