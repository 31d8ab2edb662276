import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { purgeUnlistedApplications } from '#api/casework/applications/purge-unlisted.ts';
import { attemptsCollection } from '#api/casework/attempts/attempt.model.ts';
import { purgeEndedAttempts } from '#api/casework/attempts/purge-attempts.ts';
import { clientDocumentsCollection } from '#api/casework/clients/client-document.model.ts';
import { purgeClientDocuments } from '#api/casework/clients/purge-documents.ts';
import { mattersCollection } from '#api/casework/matters/matter.model.ts';
import { purgeEndedMatters } from '#api/casework/matters/remove-matters.ts';
import { purgeRemovedFiles } from '#api/casework/removals/record-removal.ts';
import { removalsCollection } from '#api/casework/removals/removal.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { purgeUploads } from '#api/casework/uploads/finish-upload.ts';
import { uploadsCollection } from '#api/casework/uploads/upload.model.ts';
import type { AnyCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { dataKeysCollection } from '#api/platform/keys/data-keys.ts';
import type { Settings } from '#api/platform/settings.ts';
import { collections } from '../collections.ts';
import { removeUnusedKeys } from './remove-unused-keys.ts';

type Dependencies = Pick<Deps, 'portal' | 'store' | 'payload'>;

/** How long a kind of data is retained, and how to delete what has expired. */
export interface RetentionRule {
  /** Identifies the rule in recorded runs. */
  name: string;
  /** The deleted records in words for staff, as in `Saved drafts: 3`. */
  label: string;
  /** When the period starts, as in `after the decision`. */
  since: string;
  collection: AnyCollection;
  /** Whether its rows end with other records. */
  endsWithOthers: boolean;
  days(settings: Settings): number;
  /** @param before data that ended before this time has expired. @returns how many rows it deleted. */
  purge(deps: Dependencies, before: Date): Promise<number>;
}

const never = () => 0;

function declaredRules(collection: AnyCollection): RetentionRule[] {
  const { name, retention, remove } = collection;
  if (!retention) return [];
  const { label, since = 'after the account has ended', days = never, expired, client, where } = retention;
  async function purge({ portal }: Dependencies, before: Date): Promise<number> {
    const ended = client ? await listEndedClients(name, portal) : [];
    const filters = [
      ...(expired ? [expired(before)] : []),
      ...(client && ended.length > 0 ? [{ [client]: { $in: ended }, ...where }] : []),
    ];
    if (filters.length === 0) return 0;
    return remove(portal, { $or: filters });
  }
  const endsWithOthers = client !== undefined;
  return [{ name: retention.name ?? name, label, since, collection, endsWithOthers, days, purge }];
}

/** What no filter finds, or has files. */
const rulesOfTheirOwn = [
  {
    name: 'unlisted_applications',
    label: 'approved attorney applications',
    since: 'once the attorney is no longer listed in the directory',
    collection: submissionKinds.applications.collection,
    purge: (deps: Dependencies) => purgeUnlistedApplications(submissionKinds.applications.collection, deps),
  },
  {
    name: 'client_documents',
    label: 'documents of clients, and uploads that were not finished',
    since: 'after the account has ended, the document was deleted or the upload was interrupted',
    collection: clientDocumentsCollection,
    purge: purgeClientDocuments,
  },
  {
    name: 'client_uploads',
    label: 'uploads that clients did not finish, and entries about finished ones',
    since: 'after a day without a change, or after the account has ended',
    collection: uploadsCollection,
    purge: purgeUploads,
  },
  {
    name: 'attempts',
    label: 'calls about evaluations, requests and matters that were deleted',
    since: 'with what they were about, or the next day',
    collection: attemptsCollection,
    purge: purgeEndedAttempts,
  },
  {
    name: 'client_matters',
    label: 'matters of clients who have signed no contract',
    since: 'after the account has ended',
    collection: mattersCollection,
    purge: purgeEndedMatters,
  },
  {
    name: 'removed_files',
    label: 'files of contracts that staff deleted',
    since: 'with their contract, or the next day if that failed',
    collection: removalsCollection,
    purge: purgeRemovedFiles,
  },
  {
    name: 'data_keys',
    label: 'keys of deleted records',
    since: 'with their record, or the next day where the database deleted it by itself',
    collection: dataKeysCollection,
    purge: removeUnusedKeys,
  },
].map((rule): RetentionRule => ({ ...rule, endsWithOthers: true, days: never }));

/**
 * All retention rules. The privacy policy states the same periods in `seed/pages/privacy-policy.yaml`.
 *
 * All but rejected submissions, unconfirmed accounts and what ends with accounts also have a TTL index, which is faster;
 * these rules delete the rest and count it, which shows when MongoDB's TTL deletion has stopped.
 */
export const retentionRules: readonly RetentionRule[] = [
  ...collections.flatMap(declaredRules),
  ...rulesOfTheirOwn,
];
