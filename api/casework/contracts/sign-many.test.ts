import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { contractHandler } from './contract-handler.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  // Counts what a process that dies right after its last commit would leave behind.
  await empty(deps, 'signed_contracts', 'outbox', 'documents', 'staff_notices');
});
afterAll(async () => {
  await empty(deps, 'signed_contracts', 'outbox', 'documents', 'staff_notices');
  await deps.close();
});

it('stores 500 contracts signed at once exactly once each, with document, email and notice', {
  tags: 'thorough',
}, async () => {
  const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
  const agreement = currentAgreement.version;
  const times: number[] = [];
  const keys = Array.from({ length: 500 }, (_, at) => `many-${at}`);
  const references = await Promise.all(
    keys.map(async (key) => {
      const start = performance.now();
      const { reference } = await contractHandler.submit(
        { answers: contractAnswers, key, agreement },
        { ...signing, deps },
      );
      times.push(performance.now() - start);
      return reference;
    }),
  );
  times.sort((a, b) => a - b);
  console.log(`median ${Math.round(times[250] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`);
  const count = (name: string) => deps.portal.collection(name).countDocuments();
  expect(new Set(references).size).toBe(500);
  expect(await Promise.all(['signed_contracts', 'documents', 'outbox', 'staff_notices'].map(count))).toEqual([
    500, 500, 500, 500,
  ]);
});
