import type { FormDefinition } from '@claimdesk/forms/definition';
import type { Connection } from 'mongoose';
import { definitionModel } from './definition.model.ts';

/** Versions that this process knows to be kept. Definitions are never removed. */
const known = new WeakMap<Connection, Set<string>>();

/** Keeps the definition, so that what is answered under it can always be shown with the questions of its day. */
export async function keepDefinition(
  { form, version, schema, ui }: FormDefinition,
  portal: Connection,
): Promise<void> {
  const _id = `${form}@${version}`;
  const kept = known.get(portal) ?? new Set();
  if (kept.has(_id)) return;
  await definitionModel(portal).updateOne(
    { _id },
    {
      $setOnInsert: { form, version, definition: JSON.stringify({ schema, ui }), first_used_at: new Date() },
    },
    { upsert: true },
  );
  known.set(portal, kept.add(_id));
}
