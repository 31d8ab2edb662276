import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { RJSFSchema } from '@rjsf/utils';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JsonForm } from './json-form.tsx';
import { lazyValidator } from './lazy-validator.ts';
import { theme } from './theme.tsx';

const root = join(import.meta.dirname, '../../..');

/** All that we take from rjsf: what its packages export, so its next release can break nothing else. */
const taken = {
  '@rjsf/core/lib/components/fields/SchemaField.js': ['default'],
  '@rjsf/utils': [
    'DEFAULT_ID_SEPARATOR',
    'ErrorSchemaBuilder',
    'createSchemaUtils',
    'deepEquals',
    'englishStringTranslator',
    'getUiOptions',
    'noop',
    'optionsList',
    'schemaParser',
    'setByPath',
    'toErrorSchema',
    'toFieldPathId',
  ],
  '@rjsf/validator-ajv8': ['createPrecompiledValidator'],
};

async function sources(): Promise<string[]> {
  const texts: string[] = [];
  const files = glob('{web,forms,api,cms,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) =>
      /node_modules|\.generated|\.next|\.react-router|\.test\.tsx?$|(^|\/)build\//.test(path),
  });
  for await (const file of files) texts.push(readFileSync(join(root, file), 'utf8'));
  return texts;
}

test('rjsf is imported by the names that its packages export, and by no others', async () => {
  const found: Record<string, Set<string>> = {};
  for (const text of await sources()) {
    for (const [, names = '', from = ''] of text.matchAll(
      /^import (?!type )([^;]*?) from '(@rjsf\/[^']+)'/gm,
    )) {
      const values = names.startsWith('{')
        ? names
            .replace(/[{}]/g, '')
            .split(',')
            .map((name) => name.trim())
        : ['default'];
      const runtime = values.filter((name) => name && !name.startsWith('type '));
      found[from] = new Set([...(found[from] ?? []), ...runtime]);
    }
  }
  expect(
    Object.fromEntries(Object.entries(found).map(([from, names]) => [from, [...names].toSorted()])),
  ).toEqual(taken);
  for (const [from, names] of Object.entries(taken))
    expect(await import(from)).toMatchObject(
      Object.fromEntries(names.map((name) => [name, expect.anything()])),
    );
});

test('nothing takes the place of a module of rjsf or of what it depends on', async () => {
  const config = readFileSync(join(root, 'web/vite.config.ts'), 'utf8');
  expect(config).not.toMatch(/\balias\b/);
});

test("rjsf's SchemaField asks for nothing that the theme lacks, but for schemas that no form of ours has", () => {
  const asked = new Set<string>();
  const watched = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        if (typeof name === 'string' && !(name in target)) asked.add(name);
        return Reflect.get(target, name);
      },
    });
  const { fields, templates } = theme;
  Object.assign(theme, { fields: watched(fields), templates: watched(templates) });
  const schema: RJSFSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      sure: { type: 'boolean' },
      years: { type: 'integer' },
      jobs: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', properties: { title: { type: 'string' } } },
      },
    },
  };
  const text = { 'ui:widget': 'text' };
  const html = renderToStaticMarkup(
    <JsonForm
      id="contract"
      action="/here"
      schema={schema}
      uiSchema={{
        name: text,
        sure: { 'ui:widget': 'checkbox' },
        years: { 'ui:widget': 'number' },
        jobs: { 'ui:widget': 'group', items: { title: text } },
      }}
      validator={lazyValidator(() => Promise.reject(new Error('no rules in this test')))}
      values={{ name: 'Ann' }}
      errors={{ 'jobs.0.title': 'Enter the title' }}
      onInvalid={() => {}}
      onValid={() => {}}
    >
      <button type="submit">Continue</button>
    </JsonForm>,
  );
  Object.assign(theme, { fields, templates });
  expect([...asked]).toEqual(['AnyOfField', 'OneOfField', 'CyclicSchemaField']);
  for (const name of ['name', 'sure', 'years', 'jobs.0.title']) expect(html).toContain(`name="${name}"`);
  expect(html).toContain('value="Ann"');
  expect(html).toContain('Enter the title');
});
