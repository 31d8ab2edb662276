import { randomBytes } from 'node:crypto';
import { noonOf } from '../day-field.ts';
import { type DatedValue, inOrder } from './dated-values.ts';
import { figureGroups } from './definitions.ts';
import { firstValues } from './first-values.ts';

/** The MongoDB collection of the figures, from any connection. */
interface FigureCollection {
  updateOne(filter: object, update: object, options: { upsert: true }): Promise<{ upsertedCount: number }>;
}

/**
 * Adds the figures that a database lacks; existing ones stay as they are. Several processes may do it at once.
 * Written past Payload, so that none is ever there twice, and that its values are held to no rule for editors.
 *
 * @returns how many were added.
 */
export async function addMissingFigures(figures: FigureCollection): Promise<number> {
  let added = 0;
  let order = 0;
  for (const { label: group, figures: definitions } of figureGroups) {
    for (const { name, label } of definitions) {
      order += 10;
      const values = inOrder(firstValues[name] ?? []).reverse();
      const now = new Date();
      const figure = {
        label,
        group,
        order,
        values: values.map(asRow),
        revision: 0,
        createdAt: now,
        updatedAt: now,
      };
      const { upsertedCount } = await figures.updateOne({ name }, { $setOnInsert: figure }, { upsert: true });
      added += upsertedCount;
    }
  }
  return added;
}

function asRow({ validFrom, checkedOn, reviewBy, ...rest }: DatedValue) {
  return {
    id: randomBytes(12).toString('hex'),
    ...rest,
    validFrom: noonOf(validFrom),
    checkedOn: noonOf(checkedOn),
    reviewBy: noonOf(reviewBy),
  };
}
