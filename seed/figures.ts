import { addMissingFigures } from '@claimdesk/cms/add-missing-figures';
import type { Payload } from 'payload';
import { contentOf } from './seed-version.ts';

/** Adds the figures that a database does not have, with their values by date. @returns how many were added. */
export function addFigures(payload: Payload): Promise<number> {
  return addMissingFigures(contentOf(payload).collection('figures'));
}
