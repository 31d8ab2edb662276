import type { mongo } from 'mongoose';
import type { Reading } from '#api/platform/deps.ts';
import { type SubmissionChanges, watchSubmissions } from './arrivals/watch-submissions.ts';
import { markIfSigned } from './contracts/mark-signers.ts';
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
  }
}

const kinds = Object.values(submissionKinds);

export function openCasework(deps: Reading) {
  const { portal, log } = deps;
  return {
    submissionChanges: watchSubmissions({ portal, kinds, log }),
    readPinCodeEmail: (client: string, session: mongo.ClientSession) =>
      readPinCodeEmail(client, deps, session),
    markIfSigned: (ssn: string) => markIfSigned(ssn, deps),
    readSecurityAddresses: (client: string, session: mongo.ClientSession) =>
      readSecurityAddresses(client, deps, session),
  };
}
