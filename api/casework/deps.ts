import type { Connection } from 'mongoose';
import type { Log } from '#api/platform/log.ts';
import { prepareClientDocuments } from './clients/client-documents.ts';
import { prepareClientNotes } from './clients/client-notes.ts';
import { prepareAgreements } from './contracts/agreement/stored-agreements.ts';
import { prepareContracts } from './contracts/contract.model.ts';
import { prepareDefinitions } from './definitions/definition.model.ts';
import { prepareDrafts } from './intake/draft.model.ts';
import { submissionKinds } from './submission-kinds.ts';
import { prepareSubmissions } from './submissions/submission.model.ts';
import { type SubmissionChanges, watchSubmissions } from './submissions/watch-submissions.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    submissionChanges: SubmissionChanges;
  }
}

const kinds = Object.values(submissionKinds);

/** @returns what casework adds to the dependencies. */
export function openCasework({ portal, log }: { portal: Connection; log: Log }) {
  return { submissionChanges: watchSubmissions({ portal, kinds, log }) };
}

/** Creates the collections and indexes of casework. */
export async function prepareCasework(portal: Connection): Promise<void> {
  await prepareDefinitions(portal);
  await prepareDrafts(portal);
  for (const kind of kinds) await prepareSubmissions(kind, portal);
  await prepareAgreements(portal);
  await prepareContracts(portal);
  await prepareClientNotes(portal);
  await prepareClientDocuments(portal);
}
