import type { mongo } from 'mongoose';
import type { Migration } from '#api/platform/database/migrate.ts';
import { type Email, emailFieldAddress } from '#api/platform/email/enqueue.ts';
import { emailField, type Message } from '#api/platform/email/outbox-row.model.ts';
import { decrypt } from '#api/platform/keys/encrypt.ts';

/**
 * Older emails in the outbox did not name their submission, so they could not be deleted with it. Emails already sent have no
 * content. Only rows without a reference are changed, so the migration can be interrupted.
 */
export const emailsNameSubmissions: Migration = {
  id: '2026-11-24-emails-name-submissions',
  async run({ portal, keys }) {
    const outbox: mongo.Collection<Message> = portal
      .getClient()
      .db(portal.name)
      .collection<Message>('outbox');
    const waiting = {
      [emailField]: { $exists: true },
      about: { $exists: false },
      kind: { $regex: '-confirmation$|^contract-signed$' },
    };
    for await (const { _id, [emailField]: encrypted = '' } of outbox.find(waiting)) {
      const reference = referenceIn(() => decrypt(keys.fields, encrypted, emailFieldAddress(_id)));
      if (reference) await outbox.updateOne({ _id }, { $set: { about: reference } });
    }
  },
};

/** @returns the reference in the subject of a confirmation; undefined where the email can't be decrypted. */
function referenceIn(open: () => string): string | undefined {
  try {
    const { subject } = JSON.parse(open()) as Email;
    return / reference (\S{4}-\S{4})$/.exec(subject)?.[1];
  } catch {
    return undefined;
  }
}
