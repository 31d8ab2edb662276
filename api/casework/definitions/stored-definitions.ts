import { defineForm, type FormDefinition } from '@claimdesk/forms/definition';
import { forms } from '@claimdesk/forms/registry';
import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';

/** A form's definition as it was when it was answered. Written once, never changed. */
interface StoredDefinition {
  /** `form@version` */
  _id: string;
  form: string;
  version: string;
  /** JSON of `{ schema, ui }`, stored as text because MongoDB treats keys that begin with `$` specially. */
  definition: string;
  first_used_at: Date;
}

export const definitionsCollection = defineCollection<StoredDefinition>({
  name: 'form_definitions',
  fields: {
    _id: { type: String, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    definition: { type: String, required: true, maxlength: 1_000_000 },
    first_used_at: { type: Date, required: true },
  },
});

/** Versions that this process knows to be stored. Definitions are never removed. */
const known = new WeakMap<Connection, Set<string>>();
/** Those that are no longer current, and were read. A page of a list may have rows of several versions. */
const former = new WeakMap<Connection, Map<string, Promise<FormDefinition>>>();

/** Stores the definition, so that answers can always be shown with the questions as they were asked. */
export async function storeDefinition(
  { form, version, schema, ui }: FormDefinition,
  portal: Connection,
): Promise<void> {
  const _id = `${form}@${version}`;
  const stored = known.get(portal) ?? new Set();
  if (stored.has(_id)) return;
  const row = { form, version, definition: JSON.stringify({ schema, ui }), first_used_at: new Date() };
  await definitionsCollection.model(portal).updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
  known.set(portal, stored.add(_id));
}

/**
 * @returns the given version of a form's definition: the current one if it matches, else the stored one.
 * @throws mongoose's DocumentNotFoundError when that version was never stored.
 */
export async function loadDefinition(
  form: string,
  version: string,
  portal: Connection,
): Promise<FormDefinition> {
  const today = Object.values(forms).find((each) => each.form === form && each.version === version);
  if (today) return today;
  const read = former.get(portal) ?? new Map<string, Promise<FormDefinition>>();
  former.set(portal, read);
  const _id = `${form}@${version}`;
  const earlier = read.get(_id);
  if (earlier) return earlier;
  const found = readDefinition(_id, portal);
  read.set(_id, found);
  found.catch(() => read.delete(_id));
  return found;
}

async function readDefinition(_id: string, portal: Connection): Promise<FormDefinition> {
  const { form, version, definition } = await definitionsCollection
    .model(portal)
    .findOne({ _id })
    .lean()
    .orFail();
  const { schema, ui } = JSON.parse(definition);
  // The version under which it is stored, however versions are computed today.
  return { ...defineForm(form, schema, ui), version };
}
