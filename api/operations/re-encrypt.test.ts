import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { getForm } from '@claimdesk/forms/registry';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { signIn } from '#api/accounts/clients/sign-in.ts';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { beginTwoStep, readTwoStepSetup } from '#api/accounts/staff/two-step.ts';
import { listClaimUpdates } from '#api/casework/claims/list-claim-updates.ts';
import { setClaim } from '#api/casework/claims/set-claim.ts';
import { findWaiting } from '#api/casework/clients/find-waiting.ts';
import { readDocumentFile } from '#api/casework/clients/open-document.ts';
import { listDocuments } from '#api/casework/clients/read-documents.ts';
import { addDocument, removeDocument } from '#api/casework/clients/store-document.ts';
import { correctSigners, markSigner } from '#api/casework/contracts/mark-signers.ts';
import { storeDefinition } from '#api/casework/definitions/store-definition.ts';
import { readDraft, writeDraft } from '#api/casework/intake/drafts.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { listConsents } from '#api/casework/profile/consents.ts';
import { addEntry } from '#api/casework/profile/entries.ts';
import { listEntries } from '#api/casework/profile/read-entries.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { decryptAnswers, encryptAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { listSubmissions } from '#api/casework/submissions/list-submissions.ts';
import { beginUploads } from '#api/casework/uploads/begin-uploads.ts';
import { finishUpload } from '#api/casework/uploads/finish-upload.ts';
import { appendToUpload } from '#api/casework/uploads/resume-upload.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  documentFieldAddress,
  fileNameOf,
  fingerprintOf,
  orderDocument,
} from '#api/platform/documents/make-documents.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { encryptBytes } from '#api/platform/keys/encrypt-bytes.ts';
import { type Keys, makeKeys, parseKeys, replaceKeys } from '#api/platform/keys/key-ring.ts';
import { type Lookup, lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { claimant, empty, evaluationAnswers, openDeps, visitor } from '../../tests/setup/deps.ts';
import { makePdf } from '../../tests/setup/pdf.ts';
import { collections } from '../collections.ts';
import { dropLookups, openRotation, type RotationContext, reencryptEverything } from './rotate-keys.ts';

const encryptedCollections = collections.filter(({ encrypted, answers }) => encrypted ?? answers);
let deps: Deps;
let rotation: RotationContext;
/** The rings at the start of the test. */
let before: Keys;
beforeAll(async () => {
  deps = await openDeps();
  before = parseKeys(deps.settings.APP_KEYS ?? '');
  rotation = await openRotation(deps.settings);
});
beforeEach(async () => {
  replaceKeys(deps.keys, parseKeys(deps.settings.APP_KEYS ?? ''));
  await empty(deps, 'documents', ...encryptedCollections.map(({ name }) => name));
});
afterAll(async () => {
  await rotation.close();
  await deps.close();
});

/** Puts a new key first in a ring, as a rotation does. */
function rotate(purpose: 'fields' | 'lookups'): void {
  const added = { ...parseKeys(makeKeys())[purpose][0], id: 'k2' };
  replaceKeys(deps.keys, { ...deps.keys, [purpose]: [added, ...before[purpose]] });
}
const newKeyOnly = (): Keys => ({
  ...deps.keys,
  fields: [deps.keys.fields[0]],
  lookups: [deps.keys.lookups[0]],
});
const reencrypt = (purpose: 'fields' | 'lookups', write = true) =>
  reencryptEverything(purpose, deps.keys, rotation, write);
const total = (counts: { old: number }[]) => counts.reduce((sum, { old }) => sum + old, 0);

async function putEvaluation(answers: Record<string, unknown> = evaluationAnswers): Promise<Types.ObjectId> {
  const definition = getForm('case-evaluation');
  const _id = new Types.ObjectId();
  await storeDefinition(definition, deps.portal);
  const at = { collection: 'case_evaluations', document: _id.toHexString() };
  await deps.portal.collection('case_evaluations').insertOne({
    _id,
    reference: _id.toHexString(),
    submission_key: _id.toHexString(),
    form: definition.form,
    version: definition.version,
    status: 'pending',
    answers: encryptAnswers(answers, definition, deps.keys.fields, at),
    created_at: new Date(),
  });
  return _id;
}

async function putContract(ssn: string): Promise<Types.ObjectId> {
  const definition = getForm('contract');
  const _id = new Types.ObjectId();
  await storeDefinition(definition, deps.portal);
  const at = { collection: 'signed_contracts', document: _id.toHexString() };
  const circumstances = encrypt(deps.keys.fields, '{"address":"192.0.2.1"}', {
    ...at,
    field: 'evidence.circumstances',
  });
  await deps.portal.collection('signed_contracts').insertOne({
    _id,
    reference: _id.toHexString(),
    submission_key: _id.toHexString(),
    form: definition.form,
    version: definition.version,
    answers: encryptAnswers({ ssn, first_name: 'Canaria' }, definition, deps.keys.fields, at),
    evidence: { circumstances },
    ssn_lookup: lookupHashes(deps.keys.lookups, 'ssn', ssn),
  });
  return _id;
}

/** Announces a document with a note. @returns what sends bytes of it, from one place to another. */
async function beginUpload() {
  const id = await createClient(client, deps);
  const pdf = makePdf('A letter', { padding: Buffer.alloc(1024 * 1024, 'x') });
  const hash = createHash('sha256').update(pdf).digest('base64url');
  const said = { client: id, type: 'other', note: 'Page 2 is missing' } as const;
  const [begun] = (await beginUploads({ ...said, files: [{ hash, size: pdf.length }] }, deps)).files;
  const key = { client: id, id: begun?.state === 'waiting' ? begun.upload : '' };
  const append = (offset: number, to?: number) =>
    appendToUpload(key, { offset, body: Readable.from([pdf.subarray(offset, to)]) }, deps);
  return { key, append };
}

const client = { ssn: '219099997', dateOfBirth: '1960-05-06', pin: '8052' };

describe('re-encrypting everything with a new key', () => {
  it('leaves nothing under the old key, and the new key alone decrypts everything', async () => {
    const evaluation = await putEvaluation();
    const contract = await putContract('219099999');
    await writeDraft('secret', 'case-evaluation', { first_name: 'Canaria' }, deps);
    const email = {
      kind: 'staff-notice' as const,
      to: claimant.email,
      sender: '',
      subject: 's',
      text: 't',
      html: 'h',
    };
    await inTransaction(deps.portal, (session) =>
      enqueue(email, { portal: deps.portal, ring: deps.keys.fields, session }),
    );
    rotate('fields');
    const counted = total(await reencrypt('fields', false));
    expect(counted).toBeGreaterThanOrEqual(8);
    const counts = await reencrypt('fields');
    expect(counts.reduce((sum, { changed }) => sum + changed, 0)).toBe(counted);
    expect(total(await reencrypt('fields', false))).toBe(0);

    const keys = newKeyOnly();
    const row = await deps.portal.collection('case_evaluations').findOne({ _id: evaluation });
    const at = { collection: 'case_evaluations', document: evaluation.toHexString() };
    expect(decryptAnswers(row?.answers, getForm('case-evaluation'), keys.fields, at)).toEqual(
      evaluationAnswers,
    );
    expect((await readDraft('secret', 'case-evaluation', { portal: deps.portal, keys })).answers).toEqual({
      first_name: 'Canaria',
    });
    const signed = await deps.portal.collection('signed_contracts').findOne({ _id: contract });
    const circumstances = {
      collection: 'signed_contracts',
      field: 'evidence.circumstances',
      document: contract.toHexString(),
    };
    expect(decrypt(keys.fields, signed?.evidence.circumstances, circumstances)).toContain('192.0.2.1');
    const all = await Promise.all(
      encryptedCollections.map(({ rows }) => rows(deps.portal).find({}).toArray()),
    );
    expect(JSON.stringify(all)).not.toMatch(/v1\.k1\./);
  });

  it('keeps what clients entered readable, with the new key alone', async () => {
    const entered = { client: await createClient(client, deps), kind: 'phone-number' } as const;
    const answers = { phone_number: '2015550123', text_consent: true };
    const from = { address: '192.0.2.9', userAgent: 'A browser/1.0' };
    await addEntry({ ...entered, key: randomUUID(), answers, from }, deps);
    rotate('fields');
    await reencrypt('fields');
    replaceKeys(deps.keys, newKeyOnly());
    expect(await listEntries(entered, deps)).toMatchObject([{ answers }]);
    expect(await listConsents(entered.client, deps)).toMatchObject([{ from, about: '(201) 555-0123' }]);
  });

  it('lets staff with two-step sign-in give their codes, with the new key alone', async () => {
    const staffId = await createStaff({ name: 'Tess', email: 'tess@example.org', password: 'x' }, deps);
    await beginTwoStep({ staffId, password: 'x' }, deps);
    const secret = (await readTwoStepSetup(staffId, deps))?.secret;
    rotate('fields');
    await reencrypt('fields');
    replaceKeys(deps.keys, newKeyOnly());
    expect((await readTwoStepSetup(staffId, deps))?.secret).toBe(secret);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it.each(['fields', 'lookups'] as const)(
    'lets clients sign in and refuses a second account, before, during and after, for the key of %s',
    async (purpose) => {
      await createClient(client, deps);
      const answers = { ssn: client.ssn, pin: client.pin };
      const steps = [
        () => rotate(purpose),
        () => reencrypt(purpose),
        () => replaceKeys(deps.keys, newKeyOnly()),
      ];
      for (const step of [() => {}, ...steps]) {
        await step();
        await empty(deps, 'client_sign_in_tries', 'limits');
        await signIn({ answers, proof: '', deviceSecret: undefined }, visitor(deps).context);
        await expect(createClient(client, deps)).rejects.toMatchObject({ code: 'conflict' });
      }
      expect(await deps.portal.collection('clients').countDocuments()).toBe(1);
      expect(total(await reencrypt(purpose, false))).toBe(0);
    },
  );

  it('finds who waits with whose number a contract was signed, before, during and after, for the key of lookups', async () => {
    const ssnOf = (number: number) => `21909999${number}`;
    const add = (number: number) => createClient({ ...client, ssn: ssnOf(number) }, deps);
    /** What storing a contract does to the account with its number. */
    const sign = (number: number) => markSigner(lookupHashes(deps.keys.lookups, 'ssn', ssnOf(number)), deps);
    const waiting: string[] = [await add(1), await add(2), await add(3)];
    for (const number of [4, 5, 6]) await putContract(ssnOf(number));
    const steps = [
      () => rotate('lookups'),
      () => reencrypt('lookups'),
      async () => {
        replaceKeys(deps.keys, newKeyOnly());
        await dropLookups('k1', rotation);
      },
    ];
    for (const [at, step] of steps.entries()) {
      await step();
      await sign(at + 1);
      waiting.push(await add(at + 4));
      const { ids } = await findWaiting(deps);
      expect(ids).toEqual([...waiting.slice(0, at + 1), ...waiting.slice(3)]);
    }
    for (const number of [1, 2, 3]) await putContract(ssnOf(number));
    await correctSigners(deps);
    expect((await findWaiting(deps)).ids).toEqual(waiting);
  });

  it('finds every number under the new lookup key, and still finds it under the old one', async () => {
    const ids = [await putContract('219099999'), await putContract('219099998')];
    rotate('lookups');
    expect(total(await reencrypt('lookups', false))).toBe(2);
    await reencrypt('lookups');
    expect(total(await reencrypt('lookups', false))).toBe(0);
    for (const lookups of [newKeyOnly().lookups, before.lookups]) {
      const filter = lookupFilter('ssn_lookup', lookupHashes(lookups, 'ssn', '219099998'));
      const found = await deps.portal
        .collection<{ ssn_lookup: Lookup[] }>('signed_contracts')
        .find(filter)
        .toArray();
      expect(found.map(({ _id }) => _id)).toEqual([ids[1]]);
    }
  });

  it('keeps every record findable by what staff type, before, during and after, for the key of lookups', async () => {
    const sent = { answers: evaluationAnswers, key: 'searched' };
    await submissionHandlers['case-evaluation'].submit(sent, { deps });
    const count = () => deps.portal.collection('case_evaluations').countDocuments();
    const steps = [
      () => rotate('lookups'),
      () => submissionHandlers['case-evaluation'].submit({ ...sent, key: 'meanwhile' }, { deps }),
      () => reencrypt('lookups'),
      () => replaceKeys(deps.keys, newKeyOnly()),
      () => dropLookups('k1', rotation),
    ];
    for (const step of [() => {}, ...steps]) {
      await step();
      for (const query of [claimant.first_name, claimant.phone.slice(-4), claimant.email]) {
        const { rows } = await listSubmissions(submissionKinds.evaluations, { query }, { deps });
        expect(rows).toHaveLength(await count());
      }
    }
    expect(total(await reencrypt('lookups', false))).toBe(0);
    const rows = await deps.portal.collection('case_evaluations').find().toArray();
    expect(rows.map(({ search_tokens }) => search_tokens.map(({ k }: { k: string }) => k))).toEqual([
      ['k2'],
      ['k2'],
    ]);
  });

  it('re-encrypts document files, whose content stays the same byte for byte', async () => {
    const of = new Types.ObjectId();
    const content = Buffer.from('%PDF-1.7 made for this test');
    const sha256 = fingerprintOf(content);
    const order = {
      kind: 'contract' as const,
      of,
      reference: 'R-1',
      signed_at: new Date(),
      text_version: '1',
    };
    const id = await inTransaction(deps.portal, (session) => orderDocument(order, deps.portal, session));
    const hex = id.toHexString();
    const { store } = rotation;
    await store.put(
      fileNameOf(hex, sha256),
      encryptBytes(deps.keys.fields, content, documentFieldAddress(hex)),
    );
    await deps.portal
      .collection('documents')
      .updateOne({ _id: id }, { $set: { state: 'stored', sha256, size: content.length } });
    rotate('fields');
    const counts = await reencrypt('fields');
    expect(counts.at(-1)).toMatchObject({ collection: 'document files', rows: 1, changed: 1 });
    expect(total(await reencrypt('fields', false))).toBe(0);
    replaceKeys(deps.keys, newKeyOnly());
    expect((await deps.documents.read(hex)).content).toEqual(content);
  });

  it('re-encrypts the documents of clients, piece by piece', async () => {
    await createClient(client, deps);
    const id = String((await deps.portal.collection('clients').findOne())?._id);
    const pdf = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(2 * 1024 * 1024),
      Buffer.from('%%EOF\n'),
    ]);
    const file = (async function* () {
      yield pdf;
    })();
    const { document } = await addDocument({ id, staff: 'x', title: 'Letter', type: 'other', file }, deps);
    rotate('fields');
    expect((await reencrypt('fields')).at(-1)).toMatchObject({ rows: 3, changed: 3 });
    expect(total(await reencrypt('fields', false))).toBe(0);
    replaceKeys(deps.keys, newKeyOnly());
    const pieces: Uint8Array[] = [];
    for await (const piece of (await readDocumentFile({ id, document }, deps)).content) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(pdf)).toBe(true);
  });

  it('brings no document back that is deleted meanwhile', async () => {
    const id = await createClient(client, deps);
    await empty(deps, 'document_files.files', 'document_files.chunks');
    const file = Readable.from([makePdf('A letter')]);
    const { document } = await addDocument({ id, staff: 'x', title: 'Letter', type: 'other', file }, deps);
    rotate('fields');
    const { get } = rotation.store;
    vi.spyOn(rotation.store, 'get').mockImplementationOnce(async (name) => {
      const bytes = await get(name);
      await removeDocument({ id, document, reason: 'Sent twice by mistake', staff: 'x' }, deps);
      return bytes;
    });
    await reencrypt('fields');
    expect(await deps.portal.collection('document_files.files').countDocuments()).toBe(0);
  });

  it('re-encrypts what clients have begun to send, which goes on then, with the new key alone', {
    tags: 'thorough',
  }, async () => {
    const { key, append } = await beginUpload();
    await append(0, 1024 * 1024 + 5);
    rotate('fields');
    const counts = await reencrypt('fields');
    expect(counts.at(-1)).toMatchObject({ rows: 2, changed: 2 });
    expect(counts).toContainEqual(expect.objectContaining({ collection: 'client_uploads', changed: 1 }));
    expect(total(await reencrypt('fields', false))).toBe(0);
    replaceKeys(deps.keys, newKeyOnly());
    await append(1024 * 1024 + 5);
    // It is refused where a byte is another one.
    expect(await finishUpload(key, deps)).toMatchObject({ state: 'received' });
    expect((await listDocuments({ id: key.client }, deps))[0]?.fromClient?.note).toBe('Page 2 is missing');
  });

  it('re-encrypts what clients have sent and wrote about it', async () => {
    const { key, append } = await beginUpload();
    await append(0);
    await finishUpload(key, deps);
    rotate('fields');
    expect((await reencrypt('fields')).at(-1)).toMatchObject({ rows: 2, changed: 2 });
    expect(total(await reencrypt('fields', false))).toBe(0);
    replaceKeys(deps.keys, newKeyOnly());
    const [shown] = await listDocuments({ id: key.client }, deps);
    expect(shown).toMatchObject({ title: 'Paper, file 1', fromClient: { note: 'Page 2 is missing' } });
    const { content, size } = await readDocumentFile({ id: key.client, document: key.id }, deps);
    let read = 0;
    for await (const piece of content) read += piece.length;
    expect(read).toBe(size);
  });

  it('re-encrypts what staff set about a claim', async () => {
    const id = await createClient(client, deps);
    const texts = { needed: 'Your letters', note: 'Well done' };
    const next = { kind: 'hearing', day: '2099-03-04', time: '09:30' } as const;
    const set = { step: 'hearing', since: '2026-01-05', version: 0, key: 'x', staff: 'x' } as const;
    await setClaim({ id, ...set, ...texts, next }, deps);
    rotate('fields');
    await reencrypt('fields');
    replaceKeys(deps.keys, newKeyOnly());
    expect(await listClaimUpdates({ id }, deps)).toMatchObject([{ ...texts, next }]);
  });

  it('never undoes what the site writes in the meantime', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `secret-${index}`);
    for (const name of names) await writeDraft(name, 'case-evaluation', { round: 0 }, deps);
    rotate('fields');
    let round = 0;
    let going = true;
    const writing = (async () => {
      while (going) {
        round += 1;
        for (const name of names) await writeDraft(name, 'case-evaluation', { round }, deps);
      }
    })();
    for (let count = 0; count < 5; count += 1) await reencrypt('fields');
    going = false;
    await writing;
    for (const name of names) {
      expect((await readDraft(name, 'case-evaluation', deps)).answers).toEqual({ round });
    }
    expect(total(await reencrypt('fields', false))).toBe(0);
  });

  it('counts what no key can decrypt, leaves it as it is and continues', async () => {
    const id = await putEvaluation();
    const collection = deps.portal.collection('case_evaluations');
    const broken = 'v1.k9.AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA';
    await collection.updateOne({ _id: id }, { $set: { 'answers.email': broken } });
    rotate('fields');
    const counts = await reencrypt('fields');
    expect(counts.find((each) => each.collection === 'case_evaluations')).toMatchObject({
      unreadable: 1,
      changed: 4,
    });
    expect((await collection.findOne({ _id: id }))?.answers.email).toBe(broken);
  });

  it('does nothing when it is run again', async () => {
    await putEvaluation();
    rotate('fields');
    await reencrypt('fields');
    expect((await reencrypt('fields')).every(({ changed, old }) => changed === 0 && old === 0)).toBe(true);
  });
});
