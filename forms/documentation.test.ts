import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleNames, widgetNames } from './rules/field-rules.ts';

test('docs/forms.md tells of every widget and every rule', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'forms.md'), 'utf8');
  for (const name of [...widgetNames, ...ruleNames]) expect(text).toContain(`\`${name}\``);
});
