import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import mongoose, { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAccount } from '#api/accounts/clients/change-access.ts';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { signIn } from '#api/accounts/clients/sign-in.ts';
import { setClaim } from '#api/casework/claims/set-claim.ts';
import { addNote } from '#api/casework/clients/client-notes.ts';
import { addDocument } from '#api/casework/clients/store-document.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { removeContract } from '#api/casework/contracts/remove-contract.ts';
import { deleteDraft, readDraft, writeDraft } from '#api/casework/intake/drafts.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { addEntry } from '#api/casework/profile/entries.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { listSubmissions } from '#api/casework/submissions/list-submissions.ts';
import { removeSubmission } from '#api/casework/submissions/remove-submission.ts';
import { beginUploads } from '#api/casework/uploads/begin-uploads.ts';
import { finishUpload } from '#api/casework/uploads/finish-upload.ts';
import { appendToUpload } from '#api/casework/uploads/resume-upload.ts';
import { dataKeysName } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  countStaleKeys,
  type DataKeys,
  dataKeysCollection,
  openAuditKey,
  openDataKeys,
  rewrapKeys,
} from '#api/platform/keys/data-keys.ts';
import { decrypt } from '#api/platform/keys/encrypt.ts';
import { decryptBytes } from '#api/platform/keys/encrypt-bytes.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { type Keys, makeKeys, parseKeys } from '#api/platform/keys/key-ring.ts';
import {
  claimant,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../tests/setup/deps.ts';
import { makePdf } from '../../tests/setup/pdf.ts';
import { collections } from '../collections.ts';
import { removeUnusedKeys } from './remove-unused-keys.ts';

let deps: Deps;
/** The keys of the file, as at the start. */
let rings: Keys;
/** The wrapped keys of lookups, as at the start. */
let lookups: { _id: string; key: string; used_at: Date };
const others = [
  ...collections.map(({ name }) => name),
  'document_files.files',
  'document_files.chunks',
].filter((name) => ![dataKeysName, 'key_holders'].includes(name));
beforeAll(async () => {
  deps = await openDeps();
  rings = parseKeys(deps.settings.APP_KEYS ?? '');
  lookups = (await keyRows().findOne({ _id: 'lookups' })) ?? lookups;
});
beforeEach(async () => {
  await empty(deps, ...others, dataKeysName);
  await keyRows().insertOne(lookups);
});
afterAll(() => deps.close());

const keyRows = () => dataKeysCollection.rows<{ _id: string; key: string; used_at: Date }>(deps.portal);
const pin = '8052';
const dateOfBirth = '1960-05-06';

interface Person {
  ssn: string;
  client: string;
  contract: string;
  evaluation: string;
  draft: string;
}

/** Leaves something of a person in everything that keeps what is encrypted. */
async function leave(ssn: string): Promise<Person> {
  const { context } = visitor(deps);
  const evaluation = { answers: evaluationAnswers, key: `evaluation ${ssn}` };
  const sent = await submissionHandlers['case-evaluation'].submit(evaluation, context);
  const contract = { answers: { ...contractAnswers, ssn }, key: `contract ${ssn}` };
  const signed = await submissionHandlers.contract.submit(
    { ...contract, agreement: currentAgreement.version },
    context,
  );
  const idOf = async (collection: string, { reference }: { reference: string }) =>
    String((await deps.portal.collection(collection).findOne({ reference }))?._id);
  const contractId = await idOf('signed_contracts', signed);
  const made = await deps.portal.collection('documents').findOne({ reference: signed.reference });
  await deps.documents.read(String(made?._id));
  const draft = `draft of ${ssn}`;
  await writeDraft(draft, 'case-evaluation', { first_name: claimant.first_name }, deps);

  const client = await createClient({ ssn, dateOfBirth, pin }, deps);
  const from = { address: '192.0.2.9', userAgent: 'A browser/1.0' };
  const phone = { phone_number: '2015550123', text_consent: true };
  await addEntry({ client, kind: 'phone-number', key: randomUUID(), answers: phone, from }, deps);
  await addNote({ id: client, staff: 'x', key: randomUUID(), text: 'Called back' }, deps);
  const claim = { step: 'hearing', since: '2026-01-05', version: 0, key: randomUUID(), staff: 'x' } as const;
  await setClaim({ id: client, ...claim, needed: 'Letters', note: 'Well done', next: null }, deps);
  const file = Readable.from([makePdf(`A letter to ${ssn}`)]);
  await addDocument({ id: client, staff: 'x', title: 'Letter', type: 'other', file }, deps);
  for (const isWhole of [true, false]) {
    const pdf = makePdf(`A paper of ${ssn}, ${isWhole}`);
    const hash = createHash('sha256').update(pdf).digest('base64url');
    const details = { client, type: 'other', note: 'Page 2 is missing' } as const;
    const [begun] = (await beginUploads({ ...details, files: [{ hash, size: pdf.length }] }, deps)).files;
    const key = { client, id: begun?.state === 'waiting' ? begun.upload : '' };
    const body = Readable.from([isWhole ? pdf : pdf.subarray(0, 50)]);
    await appendToUpload(key, { offset: 0, body }, deps);
    if (isWhole) await finishUpload(key, deps);
  }
  return { ssn, client, contract: contractId, evaluation: await idOf('case_evaluations', sent), draft };
}

type Dumped = { at: string; open(keys: DataKeys, owners: string[]): Promise<boolean> };

/** @returns every encrypted value and file, as a backup of everything but the data keys has them. */
async function dump(): Promise<Dumped[]> {
  const dumped: Dumped[] = [];
  for (const { name, rows } of collections) {
    if (name === dataKeysName) continue;
    for await (const row of rows(deps.portal).find({}))
      for (const [path, value] of encryptedIn(row)) {
        const place = { collection: name, field: path.replace(/^answers\./, ''), document: String(row._id) };
        dumped.push({
          at: `${name} ${row._id} ${path}`,
          open: (keys, owners) => opens(keys, owners, (ring) => decrypt(ring, value, place)),
        });
      }
  }
  for await (const { filename } of deps.portal.collection('document_files.files').find({})) {
    const bytes = await deps.store.get(filename);
    const [collection, document = '', at] = String(filename).split('.') as [string, string?, string?];
    const place =
      at === undefined
        ? { collection: 'documents', document: collection, field: 'bytes' }
        : { collection, document, field: `bytes.${at}` };
    dumped.push({
      at: `file ${filename}`,
      open: (keys, owners) => opens(keys, owners, (ring) => decryptBytes(ring, bytes, place)),
    });
  }
  return dumped;
}

function* encryptedIn(value: unknown, path = ''): Generator<[path: string, value: string]> {
  if (typeof value === 'string' && value.startsWith('v2.')) yield [path, value];
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return;
  for (const [name, part] of Object.entries(value)) yield* encryptedIn(part, path ? `${path}.${name}` : name);
}

/** @returns whether any of the keys opens it, whoever's it is. */
async function opens(keys: DataKeys, owners: string[], open: (ring: Keys['fields']) => unknown) {
  for (const owner of owners)
    try {
      open(await keys.of(owner));
      return true;
    } catch {}
  return false;
}

async function listReadable(dumped: Dumped[], keys: DataKeys): Promise<string[]> {
  const owners = (
    await keyRows()
      .find({ _id: { $ne: 'lookups' } })
      .toArray()
  ).map(({ _id }) => _id);
  const read = await Promise.all(
    dumped.map(async (each) => ((await each.open(keys, owners)) ? [each.at] : [])),
  );
  return read.flat();
}

describe('a backup from before a person was deleted, opened with the keys from after it', () => {
  it('shows nothing of that person, and everything of the others', async () => {
    const one = await leave('219099996');
    const ofOne = (await dump()).map(({ at }) => at);
    await leave('219099997');
    const backup = await dump();
    const ofOthers = backup.map(({ at }) => at).filter((at) => !ofOne.includes(at));
    const places = new Set(ofOne.map((at) => at.split(' ')[0]));
    expect(places.size).toBeGreaterThanOrEqual(11);
    expect(ofOthers.length).toBe(ofOne.length);
    expect(await listReadable(backup, await openDataKeys(rings, deps.portal))).toHaveLength(backup.length);

    const staff = { userId: 'x' };
    const reason = 'Asked for it';
    await closeAccount({ ssn: one.ssn, reason, staff: 'x' }, deps);
    await removeContract({ id: one.contract, reason, notRepresented: true }, { deps, staff });
    await removeSubmission(submissionKinds.evaluations, { id: one.evaluation, reason }, { deps, staff });
    await deleteDraft(one.draft, deps);

    const after = await listReadable(backup, await openDataKeys(rings, deps.portal));
    expect(after.filter((at) => ofOne.includes(at))).toEqual([]);
    expect(after.sort()).toEqual(ofOthers.sort());
  }, 120_000);
});

describe('a rotation of keys', () => {
  /** The rings after a new key was put in front, and with that key alone. */
  function rotated(purpose: 'fields' | 'lookups'): { both: Keys; newOnly: Keys } {
    const added = { ...parseKeys(makeKeys())[purpose][0], id: 'k2' };
    return {
      both: { ...rings, [purpose]: [added, ...rings[purpose]] },
      newOnly: { ...rings, [purpose]: [added] },
    };
  }
  async function everythingButKeys(): Promise<string> {
    const hash = createHash('sha256');
    for (const name of others)
      for await (const row of deps.portal.collection(name).find({}).sort({ _id: 1 }))
        hash.update(mongoose.mongo.BSON.EJSON.stringify(row));
    return hash.digest('hex');
  }
  it.each([
    ['fields', '219099994'],
    ['lookups', '219099993'],
  ] as const)(
    'of %s wraps the data keys anew and changes no row, and the new key alone opens everything',
    async (purpose, number) => {
      const { ssn, draft } = await leave(number);
      const auditKey = await openAuditKey(deps.keys, deps.portal);
      const backup = await dump();
      const { both, newOnly } = rotated(purpose);
      const before = await everythingButKeys();
      const { stale } = await countStaleKeys(purpose, both, deps.portal);
      expect(stale).toBe(purpose === 'lookups' ? 1 : (await keyRows().countDocuments()) - 1);
      expect(await rewrapKeys(purpose, both, deps.portal)).toBe(stale);
      expect(await countStaleKeys(purpose, both, deps.portal)).toEqual({ stale: 0, unreadable: 0 });
      expect(await rewrapKeys(purpose, both, deps.portal)).toBe(0);
      expect(await everythingButKeys()).toBe(before);

      const keys = await openDataKeys(newOnly, deps.portal);
      expect((await openAuditKey(newOnly, deps.portal)).equals(auditKey)).toBe(true);
      const later = { ...deps, keys };
      expect(await listReadable(backup, keys)).toHaveLength(backup.length);
      expect((await readDraft(draft, 'case-evaluation', later)).answers).toEqual({
        first_name: claimant.first_name,
      });
      const { context } = visitor(later);
      await signIn({ answers: { ssn, pin }, proof: '', deviceSecret: undefined }, context);
      await expect(createClient({ ssn, dateOfBirth, pin }, later)).rejects.toMatchObject({
        code: 'conflict',
      });
      for (const query of [claimant.first_name, claimant.phone.slice(-4), claimant.email])
        expect(
          (await listSubmissions(submissionKinds.evaluations, { query }, { deps: later })).rows,
        ).toHaveLength(1);
    },
    60_000,
  );

  it('counts a data key that no key unwraps, leaves it as it is and goes on', async () => {
    const { both } = rotated('fields');
    await keyRows().insertOne({ _id: 'odd', key: 'v2.k9.AAAA.AAAA.AAAA', used_at: new Date() });
    await deps.keys.for('other');
    await rewrapKeys('fields', both, deps.portal);
    expect(await countStaleKeys('fields', both, deps.portal)).toEqual({ stale: 0, unreadable: 1 });
    expect((await keyRows().findOne({ _id: 'other' }))?.key).toMatch(/^v2\.k2\./);
  });
});

describe('data keys', () => {
  it('are read at once for a list, and not again for the same person', async () => {
    const ids = Array.from({ length: 25 }, () => new Types.ObjectId());
    await Promise.all(ids.map((id) => deps.keys.for(id)));
    const rows = vi.spyOn(dataKeysCollection, 'rows');
    await Promise.all(ids.map((id) => deps.keys.of(id)));
    await Promise.all(ids.map((id) => deps.keys.of(id)));
    expect(rows).toHaveBeenCalledTimes(1);
    rows.mockRestore();
  });

  it('that no key unwraps keep nothing else from being read', async () => {
    await deps.keys.for('fine');
    await keyRows().insertOne({ _id: 'odd', key: 'v2.k9.AAAA.AAAA.AAAA', used_at: new Date() });
    const found = await Promise.all(['fine', 'odd', 'nobody'].map((id) => deps.keys.of(id)));
    expect(found.map(([{ id }]) => id)).toEqual(['own', 'k1', 'k1']);
  });

  it('are the same for all who make one at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => deps.keys.for('at once')));
    expect(new Set(made.map(([{ secret }]) => secret.export().toString('hex'))).size).toBe(1);
  });

  it('end the day after their record was deleted by the database itself, and while a record is there, never', async () => {
    const { client, draft } = await leave('219099995');
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000);
    await deps.keys.for('never stored');
    await deps.keys.for('just made');
    await keyRows().updateMany({ _id: { $ne: 'just made' } }, { $set: { used_at: longAgo } });
    const draftId = hashSecret(draft);
    await deps.portal.collection<{ _id: string }>('drafts').deleteOne({ _id: draftId });
    await removeUnusedKeys(deps);
    const left = (await keyRows().find().toArray()).map(({ _id }) => _id);
    expect(left).toEqual(expect.arrayContaining([client, 'lookups', 'just made']));
    expect(left).not.toContain(draftId);
    expect(left).not.toContain('never stored');
    expect(await removeUnusedKeys(deps)).toBe(0);
    const backup = await dump();
    expect(await listReadable(backup, await openDataKeys(rings, deps.portal))).toHaveLength(backup.length);
  }, 60_000);
});
