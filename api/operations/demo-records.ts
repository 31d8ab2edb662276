import { randomBytes, randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { type Client, clientSearchTokens, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { storeDefinition } from '#api/casework/definitions/stored-definitions.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { encryptAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { identify } from '#api/casework/submissions/reference.ts';
import { searchableAnswers } from '#api/casework/submissions/searchable-answers.ts';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { searchTokens } from '#api/platform/keys/search-tokens.ts';

/** Made-up records for measurements and trials, stored as real ones are but many at once, without email or documents. */
interface DemoRecords<Made> {
  count: number;
  /** Called once for each. */
  make(): Made;
  /** Called after each batch, with how many are stored. */
  onProgress(stored: number): void;
}

const batchSize = 2_000;
/** Records arrived evenly over this long until now. */
const days = 300;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores case evaluations; all but the newest tenth are decided.
 *
 * @returns how many were stored. @throws Error when the answers don't fit the form any more.
 */
export async function addDemoEvaluations(
  { count, make, onProgress }: DemoRecords<Answers>,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<number> {
  const kind = submissionKinds.evaluations;
  const definition = getForm(kind.form);
  const checked = validateAnswers(definition, make());
  if (!checked.ok) throw new Error(`The made-up answers don't fit: ${JSON.stringify(checked.errors)}`);
  await storeDefinition(definition, portal);
  const stepMs = (days * dayMs) / count;
  const newest = Date.now();
  return inBatches<Submission>(count, kind.collection.model(portal).collection, onProgress, async (at) => {
    const submission_key = randomUUID();
    const { _id, reference } = identify(kind.collection.name, submission_key);
    const created_at = new Date(newest - (count - at) * stepMs);
    const decided = at < count * 0.9;
    const record = { collection: kind.collection.name, document: _id.toHexString() };
    const answers = make();
    return {
      _id,
      reference,
      form: definition.form,
      version: definition.version,
      answers: encryptAnswers(answers, await keys.for(_id), record),
      search_tokens: searchTokens(keys.lookups, record.collection, searchableAnswers(answers, reference)),
      submission_key,
      status: decided ? 'approved' : 'pending',
      ...(decided && {
        reviewed_by: 'shared-admin',
        reviewed_at: new Date(created_at.getTime() + dayMs / 4),
      }),
      created_at,
    };
  });
}

interface DemoClient {
  /** Nine digits. */
  ssn: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  firstName: string;
  lastName: string;
}

/**
 * Stores confirmed client accounts. They can't sign in: hashing a PIN for each would take hours, so each has
 * random bytes in its place.
 *
 * @returns how many were stored; a number that has an account already gets no other.
 */
export function addDemoClients(
  { count, make, onProgress }: DemoRecords<DemoClient>,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<number> {
  const newest = Date.now();
  const stepMs = (days * dayMs) / count;
  return inBatches<Client>(count, clientsCollection.model(portal).collection, onProgress, async (at) => {
    const { ssn, dateOfBirth, firstName, lastName } = make();
    const _id = randomUUID();
    const ring = await keys.for(_id);
    return {
      _id,
      ssn: clientsCollection.encrypt(ring, _id, 'ssn', ssn),
      ssn_lookup: lookupHashes(keys.lookups, 'client-ssn', ssn),
      date_of_birth: clientsCollection.encrypt(ring, _id, 'date_of_birth', dateOfBirth),
      first_name: clientsCollection.encrypt(ring, _id, 'first_name', firstName),
      last_name: clientsCollection.encrypt(ring, _id, 'last_name', lastName),
      search_tokens: clientSearchTokens(keys, [firstName, lastName]),
      pin_hash: clientsCollection.encrypt(ring, _id, 'pin_hash', randomBytes(32).toString('base64url')),
      identity_status: 'verified',
      created_at: new Date(newest - (count - at) * stepMs),
      last_used_at: null,
    };
  });
}

interface InsertMany {
  insertMany(documents: never[], options: { ordered: false }): Promise<{ insertedCount: number }>;
}

/** A duplicate of a unique index is left out, and the rest of its batch is stored. */
async function inBatches<Row>(
  count: number,
  collection: InsertMany,
  onProgress: (stored: number) => void,
  makeRow: (at: number) => Promise<Row>,
): Promise<number> {
  let stored = 0;
  let inserting = Promise.resolve(0);
  for (let from = 0; from < count; from += batchSize) {
    const making = Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => makeRow(from + at));
    const rows = await Promise.all(making);
    stored += await inserting;
    onProgress(stored);
    // The next rows are made while the database stores these.
    inserting = collection
      .insertMany(rows as never[], { ordered: false })
      .then(({ insertedCount }) => insertedCount, insertedBesideDuplicates);
    inserting.catch(() => {});
  }
  stored += await inserting;
  onProgress(stored);
  return stored;
}

/** @throws the error when anything but duplicates was refused. */
function insertedBesideDuplicates(error: unknown): number {
  const { insertedCount, writeErrors } = error as {
    insertedCount?: number;
    writeErrors?: { code: number }[];
  };
  if (insertedCount === undefined || !writeErrors?.every(({ code }) => code === 11_000)) throw error;
  return insertedCount;
}
