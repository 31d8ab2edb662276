import type { mongo } from 'mongoose';
import { readFederalClosings } from '#api/content/read-site.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { type SubmissionChanges, watchSubmissions } from './arrivals/watch-submissions.ts';
import { markIfSigned } from './contracts/mark-signers.ts';
import { openMatterOf } from './matters/client-matters.ts';
import { removeMatterOf } from './matters/remove-matters.ts';
import { readSecurityAddresses } from './profile/known-email.ts';
import { readPinCodeEmail } from './profile/own-email.ts';
import { submissionKinds } from './submission-kinds.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    submissionChanges: SubmissionChanges;
  }
}

declare module '../platform/documents/document.model.ts' {
  interface DocumentKinds {
    contract: true;
    'countersigned contract': true;
  }
}

const kinds = Object.values(submissionKinds);

export function openCasework(deps: Reading & Pick<Deps, 'payload' | 'content'>) {
  const { portal, log } = deps;
  return {
    submissionChanges: watchSubmissions({ portal, kinds, log }),
    readPinCodeEmail: (client: string, session: mongo.ClientSession) =>
      readPinCodeEmail(client, deps, session),
    markIfSigned: (ssn: string) => markIfSigned(ssn, deps),
    async openMatterOf(client: string, session: mongo.ClientSession) {
      await openMatterOf(client, { ...deps, closings: await readFederalClosings(deps) }, session);
    },
    endMatterOf: (client: string, session: mongo.ClientSession) =>
      removeMatterOf({ client_id: client }, deps.portal, session),
    readSecurityAddresses: (client: string, session: mongo.ClientSession) =>
      readSecurityAddresses(client, deps, session),
  };
}
