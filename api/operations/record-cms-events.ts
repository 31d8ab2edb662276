import { contentModel } from '@claimdesk/cms/mongoose-of';
import type { User } from '@claimdesk/cms/types';
import { mongo } from 'mongoose';
import { type EditorChange, enqueueEditorEmail } from '#api/accounts/editors/security-email.ts';
import { editorTwoStepCollection } from '#api/accounts/editors/two-step.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import { serverActor } from './server-audit-log.ts';

/** As `cms/audit-events.ts` stores it. */
interface CmsEvent {
  _id: unknown;
  actor: string;
  action: string;
  subject?: string | null;
  fields?: string[];
  formerEmail?: string;
  at: Date;
}

/**
 * @returns the job that writes what editors did in the CMS to the audit log, in the order in which they did it. An event is
 * written twice only if the process ends between writing and deleting it.
 *
 * What follows from it among what the CMS has no access to is done with the deletion: the emails about a new password or
 * email address, and the second step of an account that was deleted.
 */
export function recordCmsEvents(
  deps: Pick<Deps, 'payload' | 'audit' | 'portal' | 'keys' | 'readFirm'>,
): RowJob<CmsEvent> {
  const { payload, audit, portal } = deps;
  const { collection } = contentModel<CmsEvent>('audit-events', payload);
  return {
    name: 'cms-events',
    collection: collection.name,
    database: collection.conn.name,
    waiting: () => ({}),
    due: 'takenUntil',
    sort: { _id: 1 },
    pollMs: 2_000,
    async run(event) {
      const { _id, actor, action, subject = null, fields = [], at } = event;
      await audit.record({ actor, action, subject, fields, at });
      const follow = await whatFollows(event, deps);
      await inTransaction(portal, async (session) => {
        const { deletedCount } = await collection.deleteOne({ _id } as never, { session });
        if (deletedCount > 0) await follow?.(session);
      });
    },
  };
}

async function whatFollows(
  event: CmsEvent,
  { payload, portal, keys, readFirm }: Pick<Deps, 'payload' | 'portal' | 'keys' | 'readFirm'>,
): Promise<((session: mongo.ClientSession) => Promise<unknown>) | undefined> {
  const { action, subject } = event;
  if (!subject) return undefined;
  if (action === 'cms-users.delete')
    return (session) => editorTwoStepCollection.remove(portal, { _id: subject as never }, session);
  const changes = toldOf(event);
  if (changes.length === 0) return undefined;
  const users = contentModel<User>('users', payload).collection;
  const owner = await users.findOne({ _id: new mongo.ObjectId(subject) as never });
  if (!owner) return undefined;
  const firm = await readFirm();
  return async (session) => {
    for (const change of changes) {
      const email = change === 'email' ? (event.formerEmail ?? owner.email) : owner.email;
      await enqueueEditorEmail({ email, change, firm }, { portal, keys }, session);
    }
  };
}

/** @returns of which changes the owner still has to be told. */
function toldOf({ actor, action, fields = [] }: CmsEvent): EditorChange[] {
  if (action === 'cms-users.change')
    return (['password', 'email'] as const).filter((field) => fields.includes(field));
  return action === 'cms-users.twoStepOff' && actor === serverActor ? ['two-step-off-by-admin'] : [];
}
