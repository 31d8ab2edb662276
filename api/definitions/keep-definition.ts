import type { FormDefinition } from '@claimdesk/forms/definition';
import type { Connection } from 'mongoose';
import { definitionModel } from './definition.model.ts';

/** Keeps the definition, so that what is answered under it can always be shown with the questions of its day. */
export async function keepDefinition(
  { form, version, schema, ui }: FormDefinition,
  portal: Connection,
): Promise<void> {
  await definitionModel(portal).updateOne(
    { _id: `${form}@${version}` },
    {
      $setOnInsert: { form, version, definition: JSON.stringify({ schema, ui }), first_used_at: new Date() },
    },
    { upsert: true },
  );
}
