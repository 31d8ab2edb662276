import { APIError, type CollectionBeforeOperationHook } from 'payload';
import { mayPublish } from '../access.ts';

const sentence =
  'Only a publisher can change what is public. Save this as a draft and ask a publisher to publish it.';

/** The arguments by which Payload publishes or unpublishes, besides the status in the data. */
type Publication = {
  data?: { _status?: unknown };
  draft?: boolean;
  publishAllLocales?: unknown;
  unpublishAllLocales?: unknown;
};

/**
 * Refuses an editor every way to change what visitors see: publishing, unpublishing, changing a published
 * document other than as a draft, restoring an old version as the public one, each alone or in bulk. It considers how Payload
 * would store the change and not only the status in the data, because a change without a status keeps the current one.
 */
export const keepPublicForPublishers: CollectionBeforeOperationHook = ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  const writes = operation === 'create' || operation === 'update' || operation === 'restoreVersion';
  // Without a user the access rules refuse it, with their own message.
  if (!writes || overrideAccess || !req.user || mayPublish(req.user)) return args;
  const { data, draft, publishAllLocales, unpublishAllLocales } = args as Publication;
  const everywhere = publishAllLocales || unpublishAllLocales;
  if (draft === true && data?._status !== 'published' && !everywhere) return args;
  throw new APIError(sentence, 403, null, true);
};
