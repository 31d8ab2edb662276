import {
  type CollectionSlug,
  createLocalReq,
  type Field,
  Forbidden,
  type Payload,
  type PayloadRequest,
  type TaskConfig,
  ValidationError,
} from 'payload';
import { mayPublish } from '../access.ts';

export const scheduledCollections = ['pages', 'articles', 'faq'] as const;
export type Scheduled = (typeof scheduledCollections)[number];
export type Change = 'publish' | 'unpublish';

interface Input {
  type?: Change | null;
  doc: { relationTo: CollectionSlug; value: string };
  user: { relationTo: 'users'; value: string };
}

const inputSchema: Field[] = [
  { name: 'type', type: 'radio', defaultValue: 'publish', options: ['publish', 'unpublish'] },
  { name: 'doc', type: 'relationship', relationTo: [...scheduledCollections] },
  { name: 'user', type: 'relationship', relationTo: ['users'] },
];

/**
 * Publishes or unpublishes one document with the rights of the user who scheduled it, and fails if they may no longer
 * publish. Its name is stored with every scheduled change.
 */
export const publishTask: TaskConfig<{ input: Input; output: object }> = {
  slug: 'schedulePublish',
  inputSchema,
  handler: async ({ input, req }) => {
    const { type, doc, user } = input;
    const author = await req.payload.findByID({ collection: 'users', id: user.value, depth: 0 });
    await change(
      req.payload,
      { collection: doc.relationTo as Scheduled, id: doc.value, type: type ?? 'publish' },
      {
        user: { ...author, collection: 'users' },
      },
    ).catch((error: unknown) => {
      throw new Error(reasonOf(error));
    });
    return { output: {} };
  },
};

interface Target {
  collection: Scheduled;
  id: string;
  type: Change;
}

async function change(
  payload: Payload,
  { collection, id, type }: Target,
  { user, transactionID }: { user: PayloadRequest['user']; transactionID?: number | string },
): Promise<void> {
  const req = await createLocalReq(
    { user: user ?? undefined, ...(transactionID ? { req: { transactionID } } : {}) } as never,
    payload,
  );
  const data = { _status: type === 'publish' ? 'published' : 'draft' } as const;
  await payload.update({ collection, id, data, depth: 0, overrideAccess: false, user, req });
}

/**
 * Does what the scheduled task will do, in a transaction that is rolled back, so that exactly the same rules apply.
 *
 * @returns why it can't be done now; undefined if it can.
 */
export async function findObstacle(target: Target, req: PayloadRequest): Promise<string | undefined> {
  const { payload, user } = req;
  const transactionID = await payload.db.beginTransaction();
  try {
    await change(payload, target, { user, ...(transactionID ? { transactionID } : {}) });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    if (transactionID) await payload.db.rollbackTransaction(transactionID);
  }
}

/** The messages that publishing shows at the fields. Our other errors are sentences already. */
function reasonOf(error: unknown): string {
  if (error instanceof ValidationError) {
    return error.data.errors
      .map(
        ({ label, path, message }) =>
          `${typeof label === 'string' ? label.split(' > ').at(-1) : path}: ${message}`,
      )
      .join(' ');
  }
  if (error instanceof Forbidden) return 'Whoever scheduled this may no longer publish.';
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** @throws Forbidden unless the user is a publisher or an admin. */
export function refuseEditors(req: PayloadRequest): void {
  if (!mayPublish(req.user)) throw new Forbidden(req.t);
}
