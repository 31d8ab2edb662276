/** @module-tag thorough */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { attack, formatReport } from './attacks/attack.ts';
import { openInProcess, type Target } from './attacks/target.ts';

let target: Target;
beforeAll(async () => {
  target = await openInProcess();
});
afterAll(() => target.close());

it('every procedure, page and CMS collection serves only the callers that are declared for it', async () => {
  const report = await attack(target, false);
  console.log(formatReport(report));
  expect(report.holes).toEqual([]);
  expect(report.refused).toBeGreaterThan(1_000);
}, 900_000);
