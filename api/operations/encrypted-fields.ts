import { reviewedIntakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { decryptForClient } from '#api/accounts/clients/client.model.ts';
import { loadDefinition } from '#api/casework/definitions/load-definition.ts';
import type { ProfileEntry } from '#api/casework/profile/profile-entry.model.ts';
import {
  type ProfileKind,
  profileKindNames,
  profileKinds,
  searchableEntry,
  searchedKinds,
} from '#api/casework/profile/profile-kinds.ts';
import { decryptForDisplay } from '#api/casework/submissions/encrypted-answers.ts';
import { searchableAnswers } from '#api/casework/submissions/searchable-answers.ts';
import type { StoredForm } from '#api/casework/submissions/submission.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { emailField } from '#api/platform/email/outbox-row.model.ts';
import type { Searchable } from '#api/platform/keys/search-tokens.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys'>;

/** A collection with encrypted values. */
export interface EncryptedCollection {
  collection: string;
  /** Paths of encrypted strings; each is encrypted with its path as the field of its address. */
  fields?: readonly string[];
  /** Whether it has `form`, `version` and `answers`, which are encrypted unless the form's definition marks them as open. */
  answers?: boolean;
  /** Lookup hashes, each of the encrypted value at the path `of`. */
  lookups?: readonly { path: string; kind: 'ssn'; of: string }[];
  /** Reads what a row's `search_tokens` are made of. What can't be decrypted is left out. */
  searchable?(row: Row, deps: Dependencies): Promise<Searchable>;
}

/** A stored document. */
export type Row = Record<string, unknown> & { _id: unknown };

/**
 * Everything in the portal database that is encrypted with the `fields` keys or hashed with the `lookups` keys. A rotation
 * goes through this list, so data missing here would be lost with the old key; a test searches every collection for
 * encrypted values. Document files are handled separately, in `re-encrypt-documents.ts`.
 */
export const encryptedCollections: readonly EncryptedCollection[] = [
  ...reviewedIntakes.map(({ queue: { collection } }) => ({
    collection,
    answers: true,
    searchable: searchableFormIn(collection),
  })),
  {
    collection: 'signed_contracts',
    answers: true,
    fields: ['evidence.circumstances'],
    lookups: [{ path: 'ssn_lookup', kind: 'ssn', of: 'answers.ssn' }],
    searchable: searchableFormIn('signed_contracts'),
  },
  {
    collection: 'clients',
    fields: ['ssn', 'date_of_birth', 'first_name', 'last_name', 'pin_hash'],
    lookups: [{ path: 'ssn_lookup', kind: 'ssn', of: 'ssn' }],
    searchable: searchableClient,
  },
  { collection: 'staff', fields: ['totp_secret'] },
  { collection: 'client_access_changes', fields: ['reason'] },
  { collection: 'client_links', fields: ['reason'] },
  { collection: 'client_notes', fields: ['text'] },
  { collection: 'client_documents', fields: ['title', 'note'] },
  { collection: 'client_uploads', fields: ['note'] },
  { collection: 'client_document_changes', fields: ['title', 'reason'] },
  ...profileKindNames.map((kind) => ({
    collection: profileKinds[kind].collection,
    answers: true,
    ...(searchedKinds.includes(kind) ? { searchable: searchableEntryOf(kind) } : {}),
  })),
  { collection: 'consents', fields: ['circumstances', 'subject_text'] },
  { collection: 'claim_updates', fields: ['needed', 'note', 'next'] },
  { collection: 'removals', fields: ['reason'] },
  { collection: 'drafts', fields: ['answers'] },
  { collection: 'outbox', fields: [emailField] },
];

function searchableFormIn(collection: string) {
  return async (row: Row, { portal, keys }: Dependencies): Promise<Searchable> => {
    const { _id, form, version, answers, reference } = row as unknown as StoredForm;
    const definition = await loadDefinition(form, version, portal);
    const record = { collection, document: String(_id) };
    return searchableAnswers(decryptForDisplay(answers, definition, keys.fields, record).answers, reference);
  };
}

function searchableEntryOf(kind: ProfileKind) {
  return async (row: Row, { keys }: Dependencies): Promise<Searchable> => {
    const record = { collection: profileKinds[kind].collection, document: String(row._id) };
    const { answers } = row as unknown as ProfileEntry;
    // Searchable answers are encrypted in every version of the form.
    return searchableEntry(kind, decryptForDisplay(answers, getForm(kind), keys.fields, record).answers);
  };
}

async function searchableClient(row: Row, { keys }: Dependencies): Promise<Searchable> {
  const names = (['first_name', 'last_name'] as const).flatMap((field) => {
    const encrypted = row[field];
    if (typeof encrypted !== 'string') return [];
    try {
      return [decryptForClient(keys, String(row._id), field, encrypted)];
    } catch {
      return [];
    }
  });
  return { names, phones: [], emails: [], references: [] };
}
