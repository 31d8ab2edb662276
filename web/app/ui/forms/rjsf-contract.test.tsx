import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allDefinitions } from '@claimdesk/forms/development';
import { hiddenVariants, stepSchema } from '@claimdesk/forms/ui-schema';
import { createSchemaUtils, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { JsonForm, plainSchemas } from './json-form.tsx';
import { lazyValidator } from './lazy-validator.ts';
import { theme } from './theme.tsx';
import uri from './uri.ts';

const root = join(import.meta.dirname, '../../../..');

/** As rjsf has it. */
const fastUri: typeof uri = createRequire(import.meta.resolve('@rjsf/utils'))('fast-uri');

/** All that we take from rjsf: what its packages export, so its next release can break nothing else. */
const taken = {
  '@rjsf/core/lib/components/fields/SchemaField.js': ['default'],
  '@rjsf/utils': [
    'DEFAULT_ID_SEPARATOR',
    'ErrorSchemaBuilder',
    'deepEquals',
    'englishStringTranslator',
    'getUiOptions',
    'noop',
    'optionsList',
    'setByPath',
    'toFieldPathId',
  ],
  '@rjsf/validator-ajv8/compileSchemaValidators': ['compileSchemaValidatorsCode'],
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

describe('one package that rjsf depends on is not shipped', () => {
  test('no module of rjsf itself, and no other package, has anything in its place', () => {
    const config = readFileSync(join(root, 'web/vite.config.ts'), 'utf8');
    expect(config.match(/\balias\b.*/g)).toEqual([
      "alias: { 'fast-uri': join(import.meta.dirname, 'app/ui/forms/uri.ts') } },",
    ]);
  });

  test('of which rjsf takes two functions', async () => {
    const folder = join(import.meta.dirname, '../../../../node_modules/@rjsf/utils/lib');
    const used = new Set<string>();
    for await (const file of glob('**/*.js', { cwd: folder })) {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, name] = /^import (\w+) from 'fast-uri'/m.exec(text) ?? [];
      if (!name && text.includes("'fast-uri'")) used.add(file);
      for (const [, part = ''] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        if (name) used.add(part);
    }
    expect([...used].toSorted()).toEqual(Object.keys(uri).toSorted());
  });

  test.each([
    ['https://a.example/schemas/one.json', 'two.json'],
    ['https://a.example/schemas/one.json', '#/definitions/name'],
    ['https://a.example/schemas/one.json', '/three.json#x'],
    ['https://a.example/schemas/one.json', 'https://b.example/four.json'],
    ['one.json', '#/definitions/name'],
    ['one.json', 'two.json'],
  ])('and both of ours give the same as those: %s and %s', (base, reference) => {
    expect(uri.resolve(base, reference)).toBe(fastUri.resolve(base, reference));
    expect(uri.equal(base, base)).toBe(true);
    expect(uri.equal(base, reference)).toBe(fastUri.equal(base, reference));
  });
});

test('the schemas of our steps need no references resolved: rjsf’s own helpers say of them what ours say', () => {
  const noRules = { isValid: () => true } as unknown as ValidatorType;
  let parts = 0;
  for (const definition of allDefinitions()) {
    for (const { id } of definition.ui.steps) {
      for (const hidden of hiddenVariants(definition, id)) {
        const schema = stepSchema(definition, id, hidden) as unknown as RJSFSchema;
        const utils = createSchemaUtils(noRules, schema);
        for (const part of partsOf(schema)) {
          expect(plainSchemas.retrieveSchema(part)).toEqual(utils.retrieveSchema(part));
          parts += 1;
        }
      }
    }
  }
  expect(parts).toBeGreaterThan(100);
});

/** @returns a schema and all that stand in it, of properties and of items. */
function partsOf(schema: RJSFSchema): RJSFSchema[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [schema, ...inner.flatMap((each) => partsOf(each as RJSFSchema))];
}

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
