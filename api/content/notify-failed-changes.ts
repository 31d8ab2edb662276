import { type Types, trusted } from 'mongoose';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import { readFirm } from './read-site.ts';

type Dependencies = Pick<Deps, 'payload' | 'portal' | 'keys' | 'settings' | 'content'>;

/** A scheduled change that was abandoned, as Payload stores it. */
interface FailedChange {
  _id: Types.ObjectId;
  input: {
    type?: 'publish' | 'unpublish';
    doc: { relationTo: 'pages' | 'articles' | 'faq'; value: string };
    user?: { value: string };
  };
  log?: { error?: { message?: string } }[];
}

/**
 * Emails the editor who scheduled an abandoned change, once, with the reason. The document also shows it until it is
 * resolved.
 *
 * @param attempts after which a change is abandoned.
 */
export async function notifyFailedChanges(deps: Dependencies, attempts: number): Promise<void> {
  const { portal, settings } = deps;
  const jobs = portal
    .useDb(settings.CMS_DATABASE, { useCache: true })
    .collection<FailedChange>('payload-jobs');
  const unnotified = trusted({
    taskSlug: 'schedulePublish',
    hasError: true,
    totalTried: { $gte: attempts },
    authorTold: { $exists: false },
  });
  for (const change of await jobs.find(unnotified).limit(50).toArray()) {
    const email = await write(change, deps);
    await inTransaction(portal, async (session) => {
      const mark = { $set: { authorTold: new Date() } };
      const { modifiedCount } = await jobs.updateOne({ _id: change._id, ...unnotified }, mark, { session });
      if (modifiedCount === 1 && email) await enqueue(email, { portal, keys: deps.keys, session });
    });
  }
}

/** @returns undefined when the editor who scheduled it no longer has an account. */
async function write({ input, log }: FailedChange, deps: Dependencies) {
  const { payload, settings } = deps;
  const { relationTo: collection, value: id } = input.doc;
  const find = { depth: 0, disableErrors: true } as const;
  const author =
    input.user && (await payload.findByID({ collection: 'users', id: input.user.value, ...find }));
  if (!author) return undefined;
  const document = await payload.findByID({ collection, id, draft: true, ...find });
  const { title, question } = (document ?? {}) as { title?: string; question?: string };
  const what = input.type === 'unpublish' ? 'taken back' : 'published';
  const reason = log?.at(-1)?.error?.message ?? 'Something went wrong.';
  const written = writeEmail({
    firm: await readFirm(deps),
    subject: `Not ${what} as scheduled: ${title ?? question ?? 'a deleted entry'}`,
    heading: `A scheduled change was not made`,
    paragraphs: [
      `"${title ?? question ?? 'A deleted entry'}" was not ${what} at the time that you chose.`,
      reason,
      'Fix what is named here, then schedule it again or do it at once.',
    ],
    action: {
      label: 'Open it in the CMS',
      url: `${settings.PUBLIC_URL}/cms/collections/${collection}/${id}`,
    },
  });
  return { kind: 'scheduled-change-failed' as const, to: author.email, ...written };
}
