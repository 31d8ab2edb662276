import type { Connection, mongo } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import type { Lookup } from '#api/platform/keys/lookups.ts';
import { prepareClaimUpdates } from './claims/claim-update.model.ts';
import { prepareClientDocuments } from './clients/client-document.model.ts';
import { prepareClientLinks } from './clients/client-link.model.ts';
import { prepareClientNotes } from './clients/client-notes.ts';
import { readSecurityAddresses } from './clients/known-email.ts';
import { markIfSigned } from './clients/mark-signers.ts';
import { prepareAgreements } from './contracts/agreement/stored-agreements.ts';
import { prepareContracts } from './contracts/contract.model.ts';
import { prepareDefinitions } from './definitions/definition.model.ts';
import { prepareDrafts } from './intake/draft.model.ts';
import { prepareAgencyNotices } from './profile/agency-notice.model.ts';
import { prepareConsents } from './profile/consents.ts';
import { readPinCodeEmail } from './profile/own-email.ts';
import { prepareProfiles } from './profile/profile-entry.model.ts';
import { prepareRemovals } from './removals/removal.model.ts';
import { submissionKinds } from './submission-kinds.ts';
import { prepareSubmissions } from './submissions/submission.model.ts';
import { type SubmissionChanges, watchSubmissions } from './submissions/watch-submissions.ts';
import { prepareUploads } from './uploads/upload.model.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    submissionChanges: SubmissionChanges;
  }
}

declare module '../platform/documents/document.model.ts' {
  interface DocumentKinds {
    contract: true;
  }
}

const kinds = Object.values(submissionKinds);

/** @returns what casework adds to the dependencies. */
export function openCasework(deps: Pick<Deps, 'portal' | 'keys' | 'log'>) {
  const { portal, log } = deps;
  return {
    submissionChanges: watchSubmissions({ portal, kinds, log }),
    readPinCodeEmail: (client: string, session: mongo.ClientSession) =>
      readPinCodeEmail(client, deps, session),
    markIfSigned: (number: Lookup[]) => markIfSigned(number, deps),
    readSecurityAddresses: (client: string, session: mongo.ClientSession) =>
      readSecurityAddresses(client, deps, session),
  };
}

/** Creates the collections and indexes of casework. */
export async function prepareCasework(portal: Connection): Promise<void> {
  await prepareDefinitions(portal);
  await prepareDrafts(portal);
  for (const kind of kinds) await prepareSubmissions(kind, portal);
  await prepareAgreements(portal);
  await prepareContracts(portal);
  await prepareClientLinks(portal);
  await prepareClientNotes(portal);
  await prepareClientDocuments(portal);
  await prepareUploads(portal);
  await prepareProfiles(portal);
  await prepareConsents(portal);
  await prepareAgencyNotices(portal);
  await prepareClaimUpdates(portal);
  await prepareRemovals(portal);
}
