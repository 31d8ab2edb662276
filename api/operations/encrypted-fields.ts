import { reviewedIntakes } from '@claimdesk/forms/intakes';

/** A collection with encrypted values. */
export interface EncryptedCollection {
  collection: string;
  /** Paths of encrypted strings; each is encrypted with its path as the field of its address. */
  fields?: readonly string[];
  /** Whether it has `form`, `version` and `answers`, which are encrypted unless the form's definition marks them as open. */
  answers?: boolean;
  /** Lookup hashes, each of the encrypted value at the path `of`. */
  lookups?: readonly { path: string; kind: 'ssn'; of: string }[];
}

/**
 * Everything in the portal database that is encrypted with the `fields` keys or hashed with the `lookups` keys. A rotation
 * goes through this list, so data missing here would be lost with the old key; a test searches every collection for
 * encrypted values. Document files are handled separately, in `re-encrypt-documents.ts`.
 */
export const encryptedCollections: readonly EncryptedCollection[] = [
  ...reviewedIntakes.map(({ queue: { collection } }) => ({ collection, answers: true })),
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
  { collection: 'staff', fields: ['totp_secret'] },
  { collection: 'client_access_changes', fields: ['reason'] },
  { collection: 'client_notes', fields: ['text'] },
  { collection: 'client_documents', fields: ['title'] },
  { collection: 'client_document_changes', fields: ['title', 'reason'] },
  { collection: 'drafts', fields: ['answers'] },
  { collection: 'outbox', fields: ['letter'] },
];
