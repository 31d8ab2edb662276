import { easternToday } from '@claimdesk/forms/eastern-time';
import type { Payload } from 'payload';
import type { StoredFigure } from '#cms/payload-types.ts';
import { type DatedValue, valueOn } from './dated-values.ts';
import { definitionOf } from './definitions.ts';
import { isUncounted } from './words.ts';

/** A result of the firm without a period or without how it is counted. */
export interface UncountedResult {
  id: string;
  label: string;
  /** As the site shows it. */
  value: string;
}

/** @returns all figures, in the order of their list. */
export async function listFigures(payload: Payload): Promise<StoredFigure[]> {
  const { docs } = await payload.find({
    collection: 'figures',
    sort: 'order',
    depth: 0,
    pagination: false,
    limit: 100,
  });
  return docs;
}

/** @returns the results that the firm claims for itself today and that nobody has said the count of. */
export async function findUncountedResults(payload: Payload): Promise<UncountedResult[]> {
  return uncountedAmong(await listFigures(payload));
}

/** As `findUncountedResults`, for figures that have been read. */
export function uncountedAmong(figures: StoredFigure[]): UncountedResult[] {
  const today = easternToday();
  return figures.flatMap(({ id, name, label, values }) => {
    const definition = definitionOf(name);
    const value = valueOn(values as DatedValue[], today);
    return definition && value && isUncounted(definition, value) ? [{ id, label, value: value.value }] : [];
  });
}
