import { loadStepValidator } from '@claimdesk/forms/browser-validator';
import { getForm } from '@claimdesk/forms/registry';
import { stepSchema } from '@claimdesk/forms/ui-schema';
import { expect, test } from 'vitest';
import { lazyValidator } from './lazy-validator.ts';

const definition = getForm('case-evaluation');
const [step] = definition.ui.steps;
const schema = stepSchema(definition, step?.id ?? '');

test('reports no errors, and leaves validation to the server, if the rules fail to load', async () => {
  const validator = lazyValidator(() => Promise.reject(new TypeError('Failed to fetch')));
  await validator.prepare();
  expect(validator.check({}, schema)).toEqual({});
});

test('loads the rules again if the first attempt failed', async () => {
  let attempts = 0;
  const validator = lazyValidator(() => {
    attempts += 1;
    return attempts === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : loadStepValidator('case-evaluation', step?.id ?? '');
  });
  await validator.prepare();
  await validator.prepare();
  expect(attempts).toBe(2);
  expect(Object.keys(validator.check({}, schema))).toHaveLength(1);
});

test("reports the form's own messages once its rules have loaded", async () => {
  const validator = lazyValidator(() => loadStepValidator('case-evaluation', step?.id ?? ''));
  expect(validator.check({}, schema)).toEqual({});
  await validator.prepare();
  expect(Object.values(validator.check({}, schema))).toEqual([
    'Select yes if you are receiving Social Security disability benefits now',
  ]);
  expect(validator.check({ receiving_benefits: 'no' }, schema)).toEqual({});
});
