import { clientListIndexes } from '#api/accounts/clients/client-list-indexes.ts';
import { closedSignIns } from '#api/accounts/clients/closed-sign-ins.ts';
import { markSigners } from '#api/casework/clients/mark-signers.ts';
import { markWaitingClients } from '#api/casework/clients/mark-waiting.ts';
import { promisedCalls } from '#api/casework/submissions/call-by.ts';
import { rewritePdfs } from '#api/casework/uploads/prepare-pdfs.ts';
import { fillContactTerms } from '#api/content/attorneys/fill-contact-terms.ts';
import { pairWords } from '#api/content/attorneys/pair-words.ts';
import { placeAttorneys } from '#api/content/attorneys/place-attorneys.ts';
import { clearDocumentLocks } from '#api/content/clear-document-locks.ts';
import { countedResults } from '#api/content/counted-results.ts';
import { datedFigures } from '#api/content/dated-figures.ts';
import { fillFederalClosings } from '#api/content/deadlines/fill-federal-closings.ts';
import { illustrationsBySlug } from '#api/content/illustrations-by-slug.ts';
import { markSamples } from '#api/content/mark-samples.ts';
import { mergedFigures } from '#api/content/merged-figures.ts';
import { topicsBySlug } from '#api/content/topics-by-slug.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { emailsNameSubmissions } from './emails-name-submissions.ts';
import { fillEntrySearchTokens, fillSearchTokens } from './fill-search-tokens.ts';

/** All migrations, oldest first. Released ones are never changed, reordered or removed; new ones go to the end. */
export const migrations: readonly Migration[] = [
  closedSignIns,
  illustrationsBySlug,
  fillSearchTokens,
  fillEntrySearchTokens,
  datedFigures,
  placeAttorneys,
  topicsBySlug,
  markSamples,
  mergedFigures,
  fillContactTerms,
  clientListIndexes,
  emailsNameSubmissions,
  rewritePdfs,
  markSigners,
  markWaitingClients,
  pairWords,
  clearDocumentLocks,
  fillFederalClosings,
  promisedCalls,
  countedResults,
];
