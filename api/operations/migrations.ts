import { closedSignIns } from '#api/accounts/clients/closed-sign-ins.ts';
import { placeAttorneys } from '#api/content/attorneys/place-attorneys.ts';
import { datedFigures } from '#api/content/dated-figures.ts';
import { illustrationsBySlug } from '#api/content/illustrations-by-slug.ts';
import { markSamples } from '#api/content/mark-samples.ts';
import { topicsBySlug } from '#api/content/topics-by-slug.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
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
];
