import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forms } from '../registry.ts';
import { validateAnswers } from '../validate.ts';
import { goldenText, readGolden, writeGolden } from './golden.ts';
import { readReleases } from './released.ts';

const folderOf = (form: string) => join(import.meta.dirname, '..', form);

const releases = Object.keys(forms).flatMap((form) =>
  readReleases(form, folderOf(form)).map(({ definition }) => ({
    form,
    definition,
    version: definition.version,
  })),
);

test.each(releases)('what was sent under $form $version is still valid, and reads as it did', (release) => {
  const { form, definition, version } = release;
  const kept = readGolden(version, folderOf(form));
  expect(kept.length).toBeGreaterThan(0);
  for (const { answers, text } of kept) {
    expect(validateAnswers(definition, answers)).toEqual({ ok: true, answers });
    expect(goldenText(definition, answers)).toBe(text);
  }
});

test('golden submissions hold no secret answer in their text', () => {
  for (const { form, definition, version } of releases) {
    const secret = Object.entries(definition.ui.fields).filter(([, field]) => field.secret);
    for (const { answers, text } of readGolden(version, folderOf(form)))
      for (const [name] of secret) expect(text).not.toContain(String(answers[name]));
  }
});

test('only valid examples become golden', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  const { contract } = forms;
  expect(() => writeGolden(contract, folder)).toThrow('ENOENT');
  expect(readGolden(contract.version, join(folder, 'nowhere'))).toEqual([]);
  const other = { ...contract, schema: forms.attorney.schema };
  expect(() => writeGolden(other, folderOf('phone-number'))).toThrow('is not valid');
  rmSync(folder, { recursive: true });
});
