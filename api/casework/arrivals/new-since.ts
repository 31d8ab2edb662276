import { type QueueName, reviewedIntakes } from '@claimdesk/forms/intakes';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { listedClients } from '#api/casework/clients/listed-clients.ts';
import { contractsCollection, listedContracts } from '#api/casework/contracts/contract.model.ts';
import { countNewAttorneys } from '#api/casework/directory/new-attorneys.ts';
import { type CountedFilter, countNewer, type NewerRows } from '#api/casework/lists/newest-row.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { listedAs } from '#api/casework/submissions/list-submissions.ts';
import type { Deps } from '#api/platform/deps.ts';

export const arrivalLists = [
  'clients',
  'contracts',
  'directory',
  ...reviewedIntakes.map(({ queue }) => queue.name),
] as const satisfies readonly ArrivalList[];
type ArrivalList = 'clients' | 'contracts' | 'directory' | QueueName;

interface CountRequest extends CountedFilter {
  list: ArrivalList;
  /** Of attorneys. */
  state?: string | undefined;
  /** `newest` of the list as it was read. */
  since: string | null;
}

/**
 * Counts rows that have arrived since a list was read, so that the open page can announce them without moving its rows. It
 * takes no search, since the count must reveal nothing about a person.
 *
 * @throws DomainError `bad-input`.
 */
export function countNewSince(
  { list, ...request }: CountRequest,
  { deps }: { deps: Pick<Deps, 'portal' | 'payload' | 'keys'> },
): Promise<NewerRows> {
  const { portal } = deps;
  if (list === 'directory') return countNewAttorneys(request, deps);
  if (list === 'clients')
    return countNewer(request, { model: clientsCollection.model(portal), list: listedClients, deps });
  if (list === 'contracts')
    return countNewer(request, { model: contractsCollection.model(portal), list: listedContracts, deps });
  const kind = submissionKinds[list];
  return countNewer(request, { model: kind.collection.model(portal), list: listedAs(kind), deps });
}
