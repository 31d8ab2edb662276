import type { FormDefinition } from '@claimdesk/forms/definition';
import type { Connection } from 'mongoose';
import { definitionsCollection } from './definition.model.ts';

/** Versions that this process knows to be stored. Definitions are never removed. */
const known = new WeakMap<Connection, Set<string>>();

/** Stores the definition, so that answers can always be shown with the questions as they were asked. */
export async function storeDefinition(
  { form, version, schema, ui }: FormDefinition,
  portal: Connection,
): Promise<void> {
  const _id = `${form}@${version}`;
  const stored = known.get(portal) ?? new Set();
  if (stored.has(_id)) return;
  await definitionsCollection.model(portal).updateOne(
    { _id },
    {
      $setOnInsert: { form, version, definition: JSON.stringify({ schema, ui }), first_used_at: new Date() },
    },
    { upsert: true },
  );
  known.set(portal, stored.add(_id));
}
