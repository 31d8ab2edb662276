import type { Deps } from '../../api/platform/deps.ts';
import { type Message, outboxCollection } from '../../api/platform/email/outbox-row.model.ts';

/** @returns every email that waits in the outbox, the oldest first. */
export async function readOutbox({
  portal,
  keys,
}: Pick<Deps, 'portal' | 'keys'>): Promise<{ kind: string; to: string; subject: string; text: string }[]> {
  const rows = await outboxCollection.model(portal).find({}).sort({ _id: 1 }).lean();
  const open = async ({ _id, kind, letter = '' }: Message) => {
    const email = JSON.parse(outboxCollection.decrypt(await keys.of(_id), _id, 'letter', letter));
    return { kind, to: email.to, subject: email.subject, text: email.text };
  };
  return Promise.all(rows.map(open));
}
