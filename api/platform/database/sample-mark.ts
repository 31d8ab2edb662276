/**
 * The mark of a record that a trial made up, as a field of its schema (docs/decisions/076). Only `addSamplePeople` sets it, and
 * `removeSamplePeople` finds the records by it.
 */
export const sampleMark = { sample: Boolean } as const;

/** Finds the marked ones, of which there are few, whatever else is stored. */
export const sampleIndex = [{ sample: 1 }, { partialFilterExpression: { sample: true } }] as const;
