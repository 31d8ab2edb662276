import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprintOf } from '#api/platform/documents/make-documents.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { contractHandler } from './contract-handler.ts';
import { maxFileBytes } from './verify-document.ts';

let deps: Deps;
let reference: string;
let file: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'signed_contracts', 'documents', 'outbox');
  const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
  const agreement = currentAgreement.version;
  ({ reference } = await contractHandler.submit(
    { answers: contractAnswers, key: 'verified', agreement },
    { ...signing, deps },
  ));
  const row = await deps.portal.collection('documents').findOne({ reference });
  file = new Uint8Array((await deps.documents.read(String(row?._id))).content);
});
beforeEach(() => empty(deps, 'limits'));
afterAll(() => deps.close());

const verify = (question: { file?: Uint8Array<ArrayBuffer>; reference?: string }) =>
  visitor(deps).call.documents.verify(question);

describe('checking a file', () => {
  it('refuses an empty request, a file that is not a PDF, a file that is too large and an invalid reference', async () => {
    for (const question of [
      {},
      { reference: '  ' },
      { file: new Uint8Array() },
      { file: Buffer.from('<html>') },
      { file: Buffer.alloc(maxFileBytes + 1) },
      { reference: 'my contract' },
      { reference: '{"$gt":""}' },
    ])
      await expect(verify(question)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('stops after 30 checks in ten minutes from one address', async () => {
    const { call } = visitor(deps);
    for (let check = 0; check < 30; check += 1) await call.documents.verify({ reference: '3333-3333' });
    await expect(call.documents.verify({ reference: '3333-3333' })).rejects.toMatchObject({
      code: 'too-many',
    });
  });

  it('recognizes the signed file, byte for byte, and reveals no personal data', async () => {
    const verdict = await verify({ file });
    expect(verdict).toMatchObject({ kind: 'genuine', reference, textVersion: currentAgreement.version });
    expect(Object.keys(verdict).sort()).toEqual([
      'countersignedAt',
      'fingerprint',
      'hasBoth',
      'kind',
      'reference',
      'signedAt',
      'textVersion',
    ]);
  });

  it('knows the file of the client alone and the one with both signatures, and when each of both signed', async () => {
    const document = await deps.portal.collection('documents').findOne({ reference });
    const before = await verify({ file });
    expect(before).toMatchObject({ kind: 'genuine', hasBoth: false, countersignedAt: null });
    const countersigned_at = new Date();
    const bytes = Buffer.concat([file, Buffer.from('both')]);
    const { _id: _, ...row } = document ?? {};
    const both = { ...row, kind: 'countersigned contract', countersigned_at, sha256: fingerprintOf(bytes) };
    const { insertedId } = await deps.portal.collection('documents').insertOne(both);
    const countersignedAt = countersigned_at.toISOString();
    expect(await verify({ file })).toEqual({ ...before, countersignedAt });
    const verdict = await verify({ file: new Uint8Array(bytes) });
    expect(verdict).toMatchObject({ kind: 'genuine', reference, hasBoth: true, countersignedAt });
    expect(await verify({ reference })).toMatchObject({ kind: 'known', hasBoth: true, countersignedAt });
    const other = new Uint8Array(bytes);
    other[100] = (other[100] ?? 0) ^ 1;
    expect(await verify({ file: other })).toMatchObject({ kind: 'changed', hasBoth: true });
    await deps.portal.collection('documents').deleteOne({ _id: insertedId });
  });

  it('detects a change of any single byte', async () => {
    for (const at of [100, Math.floor(file.length / 2), file.length - 3]) {
      const other = new Uint8Array(file);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(await verify({ file: other })).toMatchObject({ kind: 'changed', reference });
    }
  });

  it('calls another PDF unknown, unless a reference names the document it should be', async () => {
    const other = Buffer.from('%PDF-1.7\nanother file');
    expect(await verify({ file: other })).toMatchObject({ kind: 'unknown-file' });
    expect(await verify({ file: other, reference })).toMatchObject({ kind: 'changed', reference });
    expect(await verify({ file, reference: '3333-3333' })).toMatchObject({ kind: 'unknown-file' });
  });

  it('recognizes a reference however it is typed, and no reference that was never issued', async () => {
    expect(await verify({ reference })).toMatchObject({ kind: 'known', reference });
    expect(await verify({ reference: ` ${reference.toLowerCase().replace('-', ' ')}` })).toMatchObject({
      kind: 'known',
    });
    expect(await verify({ reference: '3333-3333' })).toEqual({ kind: 'unknown-reference' });
  });
});
