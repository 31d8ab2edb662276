import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractAnswers, empty, openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { signContract } from './sign-contract.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  // What is counted here is what a process that dies right after its last commit leaves behind.
  await Promise.all([deps.documents.stop(), deps.outbox.stop()]);
  await empty(deps, 'signed_contracts', 'outbox', 'documents');
});
afterAll(async () => {
  await empty(deps, 'signed_contracts', 'outbox', 'documents');
  await deps.close();
});

it('stores 500 contracts that are signed at once, each with its document and letters, and each once', {
  timeout: 120_000,
}, async () => {
  const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0', agreement: currentAgreement.version };
  const times: number[] = [];
  const keys = Array.from({ length: 500 }, (_, at) => `many-${at}`);
  const references = await Promise.all(
    keys.map(async (key) => {
      const start = performance.now();
      const { reference } = await signContract({ answers: contractAnswers, key }, signing, deps);
      times.push(performance.now() - start);
      return reference;
    }),
  );
  times.sort((a, b) => a - b);
  console.log(`median ${Math.round(times[250] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`);
  const count = (name: string) => deps.portal.collection(name).countDocuments();
  expect(new Set(references).size).toBe(500);
  expect(await Promise.all(['signed_contracts', 'documents', 'outbox'].map(count))).toEqual([
    500, 500, 1_000,
  ]);
});
