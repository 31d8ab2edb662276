import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { intakes } from './intakes.ts';

/** What the browser loads; `validate.ts`, `registry.ts` and `definition.ts` are for the server. */
const entries = [
  'answers.ts',
  'browser-validator.ts',
  'decode.ts',
  'intakes.ts',
  'journey.ts',
  'messages.ts',
  'ui-schema.ts',
];

function valueImports(path: string): string[] {
  const text = readFileSync(join(import.meta.dirname, path), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)].map(
    ([, from = '']) => from,
  );
}

test('what the browser loads reaches neither AJV nor anything of Node', () => {
  const seen = new Set(entries);
  for (const path of seen) {
    for (const from of valueImports(path)) {
      if (from.startsWith('./.generated/')) continue;
      if (from.startsWith('.')) seen.add(join(dirname(path), from));
      else expect(['@rjsf/utils', '@rjsf/validator-ajv8']).toContain(from);
    }
  }
  expect([...seen].toSorted()).toEqual(
    [
      ...entries,
      'calendar.ts',
      'clock-time.ts',
      'conditions.ts',
      'declared-rules.ts',
      'define-intake.ts',
      'eastern-time.ts',
      'normalize.ts',
      'options.ts',
      'phone.ts',
      'public-forms.ts',
      'states.ts',
      'text-rules.ts',
      'typed-date.ts',
      'write-only.ts',
      ...intakes.map(({ form }) => `${form}/intake.ts`),
    ].toSorted(),
  );
});
