import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineForm } from '../definition.ts';
import { conditionalForm } from '../fixtures/conditional-form.ts';
import { forms } from '../registry.ts';
import { checkForm } from './check-form.ts';
import { newestReleases, readReleases, writeRelease } from './released.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { form, schema, ui } = conditionalForm;
const second = defineForm(form, schema, { ...ui, title: 'Second' });

test('a release that was edited afterwards is refused', () => {
  writeRelease(conditionalForm, folder, readReleases(form, folder));
  const path = join(folder, 'released', `${conditionalForm.version}.json`);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"maxLength": 40', '"maxLength": 41'));
  expect(() => readReleases(form, folder)).toThrow('was edited after its release');
});

test('a release is read back as it was written, and the newest are those that none came after', () => {
  expect(readReleases(form, folder)).toEqual([]);
  writeRelease(conditionalForm, folder, []);
  writeRelease(second, folder, readReleases(form, folder));
  const releases = readReleases(form, folder);
  expect(releases.map(({ definition }) => definition.version).sort()).toEqual(
    [conditionalForm.version, second.version].sort(),
  );
  expect(newestReleases(releases)).toEqual([{ previous: [conditionalForm.version], definition: second }]);
});

test.each(Object.values(forms))(
  '$form keeps its rules and the answers stored under its releases',
  (definition) => {
    const releases = readReleases(definition.form, join(import.meta.dirname, '..', definition.form));
    expect(releases).not.toEqual([]);
    expect(['unchanged', 'additive']).toContain(checkForm(definition, releases).state);
  },
);
