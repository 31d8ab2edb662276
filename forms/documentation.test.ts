import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withReference } from './reference.ts';
import { ruleNames, widgetNames } from './rules/field-rules.ts';
import meta from './ui.schema.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'forms.md'), 'utf8');

test('docs/forms.md tells of every widget and every rule', () => {
  for (const name of [...widgetNames, ...ruleNames]) expect(page).toContain(`\`${name}\``);
});

test('the reference of keys in docs/forms.md is made from the meta-schema, and up to date', () => {
  expect(withReference(page)).toBe(page);
  expect(() => withReference('# Forms')).toThrow('no place for the reference');
});

test('the meta-schema describes every key, and knows the widgets and rules that the engine has', () => {
  const { step, field, rowQuestion, messages, rule, widget } = meta.definitions;
  const parts = [meta, step, field, rowQuestion, messages, ...rule.oneOf];
  for (const [key, part] of parts.flatMap(({ properties }) => Object.entries(properties)))
    expect((part as { description?: string }).description, key).toMatch(/^[A-Z].*\.$/);
  expect(widget.enum).toEqual(widgetNames);
  expect(rule.oneOf.map(({ properties }) => properties.rule.const)).toEqual(ruleNames);
});

test('no document tells to run TypeScript with whatever Node the machine has', () => {
  for (const path of ['README.md', 'docs/forms.md'])
    expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/(?<!\w)node [\w/-]+\.ts/);
});
