/** A collection that holds sealed values. */
export interface SealedPlace {
  collection: string;
  /** Paths of sealed texts; each is sealed to its path as the field. */
  fields?: readonly string[];
  /** Whether it keeps `form`, `version` and `answers`, whose fields are sealed as the form's definition says. */
  answers?: boolean;
  /** Look-up hashes, each of the sealed value at the path `of`. */
  lookups?: readonly { path: string; kind: 'ssn'; of: string }[];
}

/**
 * Everything in the portal database that is sealed under the keys of `fields` or hashed under those of `lookups`. A
 * rotation goes through this list, so a collection that is missing here would be lost with the old key: a test looks for
 * sealed values in every collection. Files of documents are the one other place: `documents/reseal-documents.ts`.
 */
export const sealedPlaces: readonly SealedPlace[] = [
  { collection: 'case_evaluations', answers: true },
  { collection: 'attorney_applications', answers: true },
  {
    collection: 'signed_contracts',
    answers: true,
    fields: ['evidence.circumstances'],
    lookups: [{ path: 'ssn_lookup', kind: 'ssn', of: 'answers.ssn' }],
  },
  {
    collection: 'clients',
    fields: ['ssn', 'date_of_birth', 'first_name', 'last_name', 'pin_hash'],
    lookups: [{ path: 'ssn_lookup', kind: 'ssn', of: 'ssn' }],
  },
  { collection: 'drafts', fields: ['answers'] },
  { collection: 'outbox', fields: ['letter'] },
];
