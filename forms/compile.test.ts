import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileForms } from './compile.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { forms } from './registry.ts';

const definitions = [...Object.values(forms), conditionalForm];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function readAll(): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}

test('nothing that is written evaluates text as code or needs a module of a validator', () => {
  compileForms(definitions, folder);
  for (const text of Object.values(readAll())) {
    expect(text).not.toMatch(/\beval\b|new Function|require\(|ajv/);
    expect(text.replaceAll(/import\('\.\//g, '')).not.toMatch(/import\(/);
  }
});

test('every form and step has a module, and the index names them all', () => {
  compileForms(definitions, folder);
  const files = readAll();
  for (const { form, ui } of definitions) {
    for (const { id } of ui.steps) {
      expect(files).toHaveProperty([join(folder, form, `${id}.js`)]);
      expect(files[join(folder, 'index.js')]).toContain(`import('./${form}/${id}.js')`);
    }
  }
});

test('the same definitions give the same bytes and leave the files alone', () => {
  compileForms(definitions, folder);
  const before = readAll();
  const [path = ''] = Object.keys(before);
  const { ino, mtimeMs } = statSync(path);
  compileForms(definitions, folder);
  expect(readAll()).toEqual(before);
  expect(statSync(path)).toMatchObject({ ino, mtimeMs });
});

test('what no longer belongs to a step is removed', () => {
  compileForms(definitions, folder);
  writeFileSync(join(folder, 'case-evaluation', 'old-step.js'), '');
  compileForms([conditionalForm], folder);
  expect(Object.keys(readAll()).some((path) => path.includes('case-evaluation'))).toBe(false);
});
