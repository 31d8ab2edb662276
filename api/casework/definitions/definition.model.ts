import { type Connection, type Model, Schema } from 'mongoose';

/** A form's definition as it was when it was answered. Written once, never changed. */
export interface StoredDefinition {
  /** `form@version` */
  _id: string;
  form: string;
  version: string;
  /** JSON of `{ schema, ui }`, stored as text because MongoDB treats keys that begin with `$` specially. */
  definition: string;
  first_used_at: Date;
}

const schema = new Schema<StoredDefinition>(
  {
    _id: { type: String, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    definition: { type: String, required: true, maxlength: 1_000_000 },
    first_used_at: { type: Date, required: true },
  },
  { collection: 'form_definitions', strict: 'throw', versionKey: false },
);

export function definitionModel(portal: Connection): Model<StoredDefinition> {
  return portal.models.FormDefinition ?? portal.model<StoredDefinition>('FormDefinition', schema);
}

export async function prepareDefinitions(portal: Connection): Promise<void> {
  await definitionModel(portal).createCollection();
}
