import { APIError, type CollectionBeforeOperationHook } from 'payload';
import { mayPublish } from '../access.ts';

const sentence =
  'Only a publisher can change what is public. Save this as a draft and ask a publisher to publish it.';

/** What tells Payload to publish or to take back, beside the status in the data. */
type Publication = {
  data?: { _status?: unknown };
  draft?: boolean;
  publishAllLocales?: unknown;
  unpublishAllLocales?: unknown;
};

/**
 * Refuses an editor every way to change what visitors see: publishing, taking back, a change of a published document
 * that isn't a draft, restoring an old version as the public one, each alone or in bulk. It looks at how Payload would
 * store the change and not only at the status in the data, because a change without one keeps the status that is there.
 */
export const keepPublicForPublishers: CollectionBeforeOperationHook = ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  const writes = operation === 'create' || operation === 'update' || operation === 'restoreVersion';
  // Nobody signed in: access rules refuse, with the words for strangers.
  if (!writes || overrideAccess || !req.user || mayPublish(req.user)) return args;
  const { data, draft, publishAllLocales, unpublishAllLocales } = args as Publication;
  const everywhere = publishAllLocales || unpublishAllLocales;
  if (draft === true && data?._status !== 'published' && !everywhere) return args;
  throw new APIError(sentence, 403, null, true);
};
