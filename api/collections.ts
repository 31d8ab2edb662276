import { clientSessionLimits, clientsCollection } from './accounts/clients/client.model.ts';
import { clientDevices } from './accounts/clients/client-devices.ts';
import { eventsCollection } from './accounts/clients/events.ts';
import { signInAttemptsCollection } from './accounts/clients/sign-in-attempts.model.ts';
import { signInFailuresCollection } from './accounts/clients/sign-in-failures.ts';
import { editorDevices } from './accounts/editors/sign-in.ts';
import { editorTwoStepCollection } from './accounts/editors/two-step.ts';
import { presenceCollection } from './accounts/staff/presence.ts';
import { pendingSignInsCollection } from './accounts/staff/second-step.ts';
import { staffCollection, staffSessionLimits } from './accounts/staff/staff.model.ts';
import { staffDevices } from './accounts/staff/staff-session.ts';
import { staffRulesCollection } from './accounts/staff/two-step-rule.ts';
import { viewsCollection } from './accounts/staff/views.ts';
import { attemptsCollection } from './casework/attempts/attempt.model.ts';
import { claimUpdatesCollection } from './casework/claims/claim-update.model.ts';
import { clientDocumentsCollection } from './casework/clients/client-document.model.ts';
import { clientNotesCollection } from './casework/clients/client-notes.ts';
import { agreementsCollection } from './casework/contracts/agreement/stored-agreements.ts';
import { contractsCollection } from './casework/contracts/contract.model.ts';
import { definitionsCollection } from './casework/definitions/stored-definitions.ts';
import { dutiesCollection } from './casework/duties/duty.model.ts';
import { importRowsCollection, importsCollection } from './casework/imports/import.model.ts';
import { draftsCollection } from './casework/intake/draft.model.ts';
import { stepCountsCollection } from './casework/intake/step-counts.ts';
import { clientLinksCollection } from './casework/links/client-link.model.ts';
import { mattersCollection } from './casework/matters/matter.model.ts';
import { agencyNoticesCollection } from './casework/profile/agency-notice.model.ts';
import { consentsCollection } from './casework/profile/consents.ts';
import { profileCollections } from './casework/profile/profile-entry.model.ts';
import { removalsCollection } from './casework/removals/removal.model.ts';
import { submissionKinds } from './casework/submission-kinds.ts';
import { uploadsCollection } from './casework/uploads/upload.model.ts';
import { cdnPurgesCollection } from './content/cdn-purge.ts';
import { auditChecksCollection } from './operations/audit-check.ts';
import { backupsCollection } from './operations/backup/backups.model.ts';
import { retentionRunsCollection } from './operations/retention-run.model.ts';
import { trialsCollection } from './operations/trial.ts';
import type { AnyCollection } from './platform/database/collection.ts';
import { documentsCollection } from './platform/documents/document.model.ts';
import { outboxCollection } from './platform/email/outbox-row.model.ts';
import { staffNoticesCollection } from './platform/email/staff-notices.ts';
import { holdsCollection } from './platform/jobs/holds.ts';
import { schedulesCollection } from './platform/jobs/jobs.ts';
import { dataKeysCollection } from './platform/keys/data-keys.ts';
import { keyChecksCollection } from './platform/keys/key-checks.ts';
import { keyHoldersCollection } from './platform/keys/key-heartbeat.ts';
import { limitsCollection } from './platform/limits/limits.ts';
import { queuePositionsCollection } from './platform/limits/wait-in-queue.ts';
import { usedChallengesCollection } from './platform/robots/used-challenge.model.ts';

/**
 * Every collection of the portal database. The start of a site creates what is listed here, and retention deletes from it, in
 * this order.
 */
export const collections: readonly AnyCollection[] = [
  ...Object.values(submissionKinds).map(({ collection }) => collection),
  attemptsCollection,
  contractsCollection,
  agreementsCollection,
  definitionsCollection,
  draftsCollection,
  stepCountsCollection,
  outboxCollection,
  clientsCollection,
  clientNotesCollection,
  clientLinksCollection,
  clientDocumentsCollection,
  uploadsCollection,
  ...Object.values(profileCollections),
  eventsCollection,
  consentsCollection,
  agencyNoticesCollection,
  claimUpdatesCollection,
  mattersCollection,
  dutiesCollection,
  importRowsCollection,
  importsCollection,
  removalsCollection,
  staffCollection,
  staffRulesCollection,
  clientSessionLimits.sessions,
  signInAttemptsCollection,
  signInFailuresCollection,
  clientDevices.collection,
  staffSessionLimits.sessions,
  pendingSignInsCollection,
  presenceCollection,
  viewsCollection,
  staffDevices.collection,
  editorDevices.collection,
  editorTwoStepCollection,
  queuePositionsCollection,
  limitsCollection,
  usedChallengesCollection,
  staffNoticesCollection,
  documentsCollection,
  dataKeysCollection,
  keyHoldersCollection,
  keyChecksCollection,
  retentionRunsCollection,
  auditChecksCollection,
  backupsCollection,
  holdsCollection,
  schedulesCollection,
  cdnPurgesCollection,
  trialsCollection,
];
