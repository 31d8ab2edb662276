import { withPortalDatabase } from './portal-database.ts';

/**
 * Puts emails into the running site's outbox that failed: one that waits and one that was abandoned.
 *
 * @param older how many others that wait and are older. @returns a function that removes them.
 */
export async function putFailedEmails(older = 0): Promise<() => Promise<void>> {
  const row = { letter: 'v1.k1.no.real.letter', attempts: 3, created_at: new Date() };
  const waiting = {
    ...row,
    kind: 'evaluation-received',
    state: 'queued',
    fault: 'no-connection',
    due_at: new Date(Date.now() + 3_600_000),
  };
  const rows = [
    ...Array.from({ length: older }, () => ({ ...waiting, created_at: new Date(Date.now() - 3_600_000) })),
    waiting,
    {
      ...row,
      kind: 'resume-link',
      state: 'dead',
      fault: 'recipient-refused',
      due_at: new Date(),
      dead_at: new Date(),
    },
  ];
  const { insertedIds } = await withPortalDatabase((portal) => portal.collection('outbox').insertMany(rows));
  const _id = { $in: Object.values(insertedIds) };
  return async () => {
    await withPortalDatabase((portal) => portal.collection('outbox').deleteMany({ _id }));
  };
}
