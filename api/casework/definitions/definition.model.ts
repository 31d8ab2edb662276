import { defineCollection } from '#api/platform/database/collection.ts';

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
