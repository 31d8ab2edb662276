import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractAnswers, empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { currentAgreement } from '../contracts/agreement/agreement.ts';
import { signContract } from '../contracts/sign-contract.ts';
import { fileAtMost } from './verify-document.ts';

let deps: Deps;
let reference: string;
let file: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'signed_contracts', 'documents', 'outbox');
  const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0', agreement: currentAgreement.version };
  ({ reference } = await signContract({ answers: contractAnswers, key: 'verified' }, signing, deps));
  const row = await deps.portal.collection('documents').findOne({ reference });
  file = new Uint8Array((await deps.documents.read(String(row?._id))).content);
});
beforeEach(() => empty(deps, 'limits'));
afterAll(() => deps.close());

const verify = (question: { file?: Uint8Array<ArrayBuffer>; reference?: string }) =>
  visitor(deps).call.documents.verify(question);

describe('checking a file', () => {
  it('refuses nothing at all, what is no PDF, what is too large and a reference that is none', async () => {
    for (const question of [
      {},
      { reference: '  ' },
      { file: new Uint8Array() },
      { file: Buffer.from('<html>') },
      { file: Buffer.alloc(fileAtMost + 1) },
      { reference: 'my contract' },
      { reference: '{"$gt":""}' },
    ])
      await expect(verify(question)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('stops after 30 checks in ten minutes from one address', async () => {
    const { call } = visitor(deps);
    for (let check = 0; check < 30; check += 1) await call.documents.verify({ reference: '3333-3333' });
    await expect(call.documents.verify({ reference: '3333-3333' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  it('knows the file that was signed, byte for byte, and tells nothing personal', async () => {
    const verdict = await verify({ file });
    expect(verdict).toMatchObject({ kind: 'genuine', reference, textVersion: currentAgreement.version });
    expect(Object.keys(verdict).sort()).toEqual([
      'fingerprint',
      'kind',
      'reference',
      'signedAt',
      'textVersion',
    ]);
  });

  it('says of a file of which one byte was changed, wherever, that it was changed', async () => {
    for (const at of [100, Math.floor(file.length / 2), file.length - 3]) {
      const other = new Uint8Array(file);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(await verify({ file: other })).toMatchObject({ kind: 'changed', reference });
    }
  });

  it('says of another PDF that it is not one of ours, unless a reference says which one it should be', async () => {
    const other = Buffer.from('%PDF-1.7\nanother file');
    expect(await verify({ file: other })).toMatchObject({ kind: 'unknown-file' });
    expect(await verify({ file: other, reference })).toMatchObject({ kind: 'changed', reference });
    expect(await verify({ file, reference: '3333-3333' })).toMatchObject({ kind: 'unknown-file' });
  });

  it('knows a reference however it is typed, and none that was not given out', async () => {
    expect(await verify({ reference })).toMatchObject({ kind: 'known', reference });
    expect(await verify({ reference: ` ${reference.toLowerCase().replace('-', ' ')}` })).toMatchObject({
      kind: 'known',
    });
    expect(await verify({ reference: '3333-3333' })).toEqual({ kind: 'unknown-reference' });
  });
});
