import type { ReviewQueue } from '@claimdesk/forms/define-intake';
import { reviewedIntakes } from '@claimdesk/forms/intakes';
import { unverifiedDays } from '#api/accounts/clients/client.model.ts';
import { clientChangesCollection, purgeClientChanges } from '#api/accounts/clients/client-changes.ts';
import { purgeUnlistedApplications } from '#api/casework/applications/purge-unlisted.ts';
import { claimUpdatesCollection, purgeClaimUpdates } from '#api/casework/claims/claim-update.model.ts';
import {
  clientDocumentsCollection,
  documentChangesCollection,
} from '#api/casework/clients/client-document.model.ts';
import { clientLinksCollection, purgeLinksOfEndedClients } from '#api/casework/clients/client-link.model.ts';
import { clientNotesCollection, purgeNotesOfEndedClients } from '#api/casework/clients/client-notes.ts';
import { purgeDocumentChanges } from '#api/casework/clients/document-changes.ts';
import { purgeClientDocuments } from '#api/casework/clients/purge-documents.ts';
import { draftDays } from '#api/casework/intake/drafts.ts';
import { agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import { purgeAgencyNotices } from '#api/casework/profile/agency-notices.ts';
import { consentsCollection, purgeConsents } from '#api/casework/profile/consents.ts';
import { deletedDays, purgeProfile } from '#api/casework/profile/profile-entry.model.ts';
import { profileKindNames, profileKinds } from '#api/casework/profile/profile-kinds.ts';
import { purgeRemovedFiles } from '#api/casework/removals/record-removal.ts';
import { removalsCollection } from '#api/casework/removals/removal.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { purgeUploads } from '#api/casework/uploads/finish-upload.ts';
import { uploadsCollection } from '#api/casework/uploads/upload.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Settings } from '#api/platform/settings.ts';

/** How long a kind of data is retained, and how to find or delete what has expired. */
export type RetentionRule = ExpiringRows | EndedWithOthers;

interface Rule {
  /** Identifies the rule in recorded runs. */
  name: string;
  /** The deleted records in words for staff, as in `Saved drafts: 3`. */
  label: string;
  /** When the period starts, as in `after the decision`. */
  since: string;
  collection: string;
  days(settings: Settings): number;
}

interface ExpiringRows extends Rule {
  /** @param before data that ended before this time has expired. */
  expiredFilter(before: Date): Record<string, unknown>;
}

/** What ends with other records, so that no filter of its own can find it. */
interface EndedWithOthers extends Rule {
  /** Deletes it. @returns how many rows. */
  purge(deps: Pick<Deps, 'portal' | 'store' | 'payload'>): Promise<number>;
}

const never = () => 0;
const ninety = () => 90;
const rejected = (before: Date) => ({ status: 'rejected', reviewed_at: { $lt: before } });
const retained = ({ RETAIN_REJECTED_DAYS }: Settings) => RETAIN_REJECTED_DAYS;

/** Most queues delete only rejected submissions: the others are part of a claim. */
function decidedRule({ name, many, collection, keepDecidedDays }: ReviewQueue): ExpiringRows {
  const rule = { since: 'after the decision', collection };
  if (keepDecidedDays === undefined)
    return {
      ...rule,
      name: `rejected_${name}`,
      label: `rejected ${many}`,
      days: retained,
      expiredFilter: rejected,
    };
  return {
    ...rule,
    name: `decided_${name}`,
    label: `${many} that staff have closed`,
    days: () => keepDecidedDays,
    expiredFilter: (before) => ({ reviewed_at: { $lt: before }, status: { $ne: 'pending' } }),
  };
}

/**
 * All retention rules. The privacy policy states the same periods in `seed/pages/privacy-policy.yaml`.
 *
 * All but rejected submissions, unconfirmed accounts and what ends with accounts also have a TTL index, which is faster;
 * these rules delete the rest and count it, which shows when MongoDB's TTL deletion has stopped.
 */
export const retentionRules: readonly RetentionRule[] = [
  ...reviewedIntakes.map(({ queue }) => decidedRule(queue)),
  {
    name: 'unlisted_applications',
    label: 'approved attorney applications',
    since: 'once the attorney is no longer listed in the directory',
    collection: submissionKinds.applications.collection,
    days: never,
    purge: purgeUnlistedApplications,
  },
  {
    name: 'drafts',
    label: 'saved drafts',
    since: `after ${draftDays} days without a change`,
    collection: 'drafts',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'mail',
    label: 'emails sent or given up on',
    since: 'after they were sent or given up on',
    collection: 'outbox',
    days: ninety,
    expiredFilter: (before) => ({
      $or: [{ sent_at: { $lt: before } }, { dead_at: { $lt: before } }],
    }),
  },
  {
    name: 'unused_clients',
    label: 'portal accounts that staff did not confirm',
    since: 'after they were registered, used or not',
    collection: 'clients',
    days: () => unverifiedDays,
    expiredFilter: (before) => ({ identity_status: 'unverified', created_at: { $lt: before } }),
  },
  {
    name: 'client_notes',
    label: 'notes about clients',
    since: 'after the account has ended',
    collection: clientNotesCollection,
    days: never,
    purge: purgeNotesOfEndedClients,
  },
  {
    name: 'client_links',
    label: 'decisions on which client a record belongs to',
    since: 'after the account has ended',
    collection: clientLinksCollection,
    days: never,
    purge: purgeLinksOfEndedClients,
  },
  {
    name: 'client_documents',
    label: 'documents of clients, and uploads that were not finished',
    since: 'after the account has ended, the document was deleted or the upload was interrupted',
    collection: clientDocumentsCollection,
    days: never,
    purge: purgeClientDocuments,
  },
  {
    name: 'client_uploads',
    label: 'uploads that clients did not finish, and entries about finished ones',
    since: 'after a day without a change, or after the account has ended',
    collection: uploadsCollection,
    days: never,
    purge: purgeUploads,
  },
  {
    name: 'client_document_changes',
    label: 'entries about documents of clients',
    since: 'after the account has ended',
    collection: documentChangesCollection,
    days: never,
    purge: purgeDocumentChanges,
  },
  ...profileKindNames.map((kind) => ({
    name: profileKinds[kind].collection,
    label: `${profileKinds[kind].many} of clients`,
    since: `${deletedDays} day after the client deletes them, or after the account has ended`,
    collection: profileKinds[kind].collection,
    days: never,
    purge: (deps: Pick<Deps, 'portal'>) => purgeProfile(kind, deps),
  })),
  {
    name: 'client_changes',
    label: 'entries about what clients changed',
    since: 'after the account has ended',
    collection: clientChangesCollection,
    days: never,
    purge: purgeClientChanges,
  },
  {
    name: 'consents',
    label: 'entries about consents of clients',
    since: 'after the account has ended',
    collection: consentsCollection,
    days: never,
    purge: purgeConsents,
  },
  {
    name: 'agency_notices',
    label: 'notices to the agency about addresses',
    since: 'after the account has ended',
    collection: agencyNoticesCollection,
    days: never,
    purge: purgeAgencyNotices,
  },
  {
    name: 'claim_updates',
    label: 'entries about the status of claims',
    since: 'after the account has ended',
    collection: claimUpdatesCollection,
    days: never,
    purge: purgeClaimUpdates,
  },
  {
    name: 'removed_files',
    label: 'files of contracts that staff deleted',
    since: 'with their contract, or the next day if that failed',
    collection: removalsCollection,
    days: never,
    purge: purgeRemovedFiles,
  },
  {
    name: 'client_sessions',
    label: 'ended client sessions',
    since: 'after they ended',
    collection: 'client_sessions',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'client_sign_in_tries',
    label: 'counters of client sign-ins',
    since: 'once they no longer count',
    collection: 'client_sign_in_tries',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'client_sign_in_failures',
    label: 'failed client sign-ins',
    since: 'after they failed',
    collection: 'client_sign_in_failures',
    days: () => 1,
    expiredFilter: (before) => ({ at: { $lt: before } }),
  },
  {
    name: 'client_devices',
    label: 'browsers that clients no longer use',
    since: 'after 180 days without a sign-in',
    collection: 'client_devices',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'staff_sessions',
    label: 'ended staff sessions',
    since: 'after they ended',
    collection: 'staff_sessions',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'staff_sign_ins',
    label: 'sign-ins of staff that were not finished',
    since: 'after 10 minutes',
    collection: 'staff_sign_ins',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'staff_devices',
    label: 'browsers that staff no longer use',
    since: 'after 180 days without a sign-in',
    collection: 'staff_devices',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'editor_devices',
    label: 'browsers that editors no longer use',
    since: 'after 180 days without a sign-in',
    collection: 'editor_devices',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'waiting_turns',
    label: 'places in a queue that nobody used',
    since: 'after 5 minutes',
    collection: 'waiting_turns',
    days: never,
    expiredFilter: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'limits',
    label: 'counters of attempts',
    since: 'once they no longer count',
    collection: 'limits',
    days: never,
    expiredFilter: (before) => ({ expire: { $lt: before } }),
  },
];
