import { expect, test } from 'vitest';
import { defineForm } from './definition.ts';
import { getForm } from './registry.ts';

const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } };
const ui = { title: 'A form', steps: [{ id: 'a', fields: ['name'] }] };

test('a changed word, rule or order of questions is another version', () => {
  const { version } = defineForm('a', schema, ui);
  const changed = [
    defineForm('a', schema, { ...ui, title: 'A form.' }),
    defineForm('a', { ...schema, properties: { name: { type: 'string', maxLength: 6 } } }, ui),
    defineForm('a', schema, { ...ui, steps: [{ id: 'a', fields: ['name', 'more'] }] }),
    defineForm('a', schema, { ...ui, steps: [{ id: 'a', fields: ['more', 'name'] }] }),
  ];
  expect(new Set([version, ...changed.map((each) => each.version)]).size).toBe(5);
});

test('the order of keys and a trip through JSON keep the version', () => {
  const { version } = defineForm('a', schema, ui);
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  const turned = { properties: { name: { maxLength: 5, type: 'string' } }, type: 'object' };
  expect(defineForm('a', turned, { steps: ui.steps, title: ui.title }).version).toBe(version);
  const today = getForm('case-evaluation');
  const kept = JSON.parse(JSON.stringify({ schema: today.schema, ui: today.ui }));
  expect(defineForm('case-evaluation', kept.schema, kept.ui).version).toBe(today.version);
});
