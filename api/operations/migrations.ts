import { promisedCalls } from '#api/casework/submissions/call-by.ts';
import { markedUnconfirmed } from '#api/casework/uploads/room-for-unconfirmed.ts';
import { countedResults } from '#api/content/counted-results.ts';
import { fillFederalClosings } from '#api/content/deadlines/fill-federal-closings.ts';
import { closeOldLog } from '#api/platform/audit/close-old-log.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { convertedHistory } from './convert-history.ts';
import { encryptUnderDataKeys, paddedValues } from './encrypt-under-data-keys.ts';
import { oneUniqueIndex } from './one-unique-index.ts';
import { openedMatters } from './open-matters.ts';
import { renewedSearchTokens } from './renew-search-tokens.ts';
import { twoContractPdfs } from './two-contract-pdfs.ts';

/** All migrations since 1.0, oldest first. Released ones are never changed, reordered or removed; new ones go to the end. */
export const migrations: readonly Migration[] = [
  fillFederalClosings,
  promisedCalls,
  countedResults,
  convertedHistory,
  encryptUnderDataKeys,
  paddedValues,
  closeOldLog,
  markedUnconfirmed,
  oneUniqueIndex,
  renewedSearchTokens,
  openedMatters,
  twoContractPdfs,
];

/** The last migration of 1.0, commit 4bf25dfc, whose data is the oldest that is understood (docs/decisions/081). */
export const baseline = '2026-11-26-document-locks';
