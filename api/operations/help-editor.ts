import { editorTwoStepCollection } from '#api/accounts/editors/two-step.ts';
import { withoutTwoStep } from '#api/accounts/two-step/make-two-step.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Settings } from '#api/platform/settings.ts';
import { serverActor } from './server-audit-log.ts';

/**
 * Turns off two-step sign-in of an editor for a command on the server, and ends the sessions of the account. The job that takes
 * events of the CMS puts it on record and tells the owner.
 *
 * @returns false when no account with two-step sign-in has the email address.
 */
export async function helpEditor(
  email: string,
  { portal, settings }: Pick<Deps, 'portal'> & { settings: Pick<Settings, 'CMS_DATABASE'> },
): Promise<boolean> {
  const content = portal.getClient().db(settings.CMS_DATABASE);
  return inTransaction(portal, async (session) => {
    const now = new Date();
    const found = await content
      .collection('users')
      .findOneAndUpdate(
        { email: email.trim().toLowerCase(), twoStep: true },
        { $set: { twoStep: false, sessions: [], updatedAt: now } },
        { session },
      );
    if (!found) return false;
    const subject = String(found._id);
    await editorTwoStepCollection.rows(portal).updateOne({ _id: subject }, withoutTwoStep, { session });
    const event = { actor: serverActor, action: 'cms-users.twoStepOff', subject, fields: [], at: now };
    await content
      .collection('audit-events')
      .insertOne({ ...event, createdAt: now, updatedAt: now }, { session });
    return true;
  });
}
