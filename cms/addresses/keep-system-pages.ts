import { APIError, type CollectionBeforeOperationHook, type Where } from 'payload';
import { systemPages } from './site-paths.ts';

/** The arguments by which Payload unpublishes or deletes documents. */
interface Removal {
  id?: string;
  where?: Where;
  data?: { _status?: unknown; deletedAt?: unknown };
  draft?: boolean;
  unpublishAllLocales?: unknown;
}

/** Refuses to delete or unpublish a page that the site itself links to, alone or in bulk. */
export const keepSystemPages: CollectionBeforeOperationHook = async ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  if (overrideAccess || !req.user) return args;
  const { id, where, data, draft, unpublishAllLocales } = args as Removal;
  const takesBack =
    operation === 'update' &&
    (unpublishAllLocales || data?.deletedAt || (data?._status === 'draft' && draft !== true));
  if (!takesBack && operation !== 'delete') return args;
  const { docs } = await req.payload.find({
    collection: 'pages',
    where: {
      and: [
        id ? { id: { equals: id } } : (where ?? {}),
        { slug: { in: Object.keys(systemPages) } },
        { _status: { equals: 'published' } },
      ],
    },
    select: { title: true },
    limit: 1,
    depth: 0,
    pagination: false,
    req,
  });
  if (!docs[0]) return args;
  throw new APIError(
    `The site itself leads to the page "${docs[0].title}", so it stays public. Change its words instead.`,
    400,
    null,
    true,
  );
};
