import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forms } from '../registry.ts';
import { releaseForms } from './release-forms.ts';
import { readReleases } from './released.ts';

const names = ['email-address', 'phone-number'] as const;
const unreleased = names.map((name) => ({ definition: forms[name], releases: [] }));

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forms-'));
  for (const name of names)
    cpSync(join(import.meta.dirname, '..', name, 'examples'), join(home, name, 'examples'), {
      recursive: true,
    });
});
afterEach(() => rmSync(home, { recursive: true }));

/** Every file below the folder with its content. */
function everything(): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) => `${join(parentPath, name)}: ${readFileSync(join(parentPath, name), 'utf8')}`,
    )
    .sort();
}

test('no form is released when an example of one is no valid submission', () => {
  writeFileSync(join(home, 'phone-number', 'examples', 'valid', 'every-answer-given.json'), '{}');
  const before = everything();
  expect(() => releaseForms(unreleased, home)).toThrow(
    'phone-number: the example every-answer-given is not valid.',
  );
  expect(everything()).toEqual(before);
});

test('what was already moved into place is taken back when the rest can not be written', () => {
  // A file where a folder has to be.
  writeFileSync(join(home, 'phone-number', 'released'), '');
  const before = everything();
  expect(() => releaseForms(unreleased, home)).toThrow();
  expect(everything()).toEqual(before);
});

test('a release that was there before is as it was when the rest can not be written', () => {
  releaseForms(unreleased.slice(0, 1), home);
  mkdirSync(join(home, 'phone-number', 'golden', '..'), { recursive: true });
  writeFileSync(join(home, 'phone-number', 'golden'), '');
  const before = everything();
  expect(() => releaseForms(unreleased, home)).toThrow();
  expect(everything()).toEqual(before);
});

test('all forms are released, with their submissions and nothing else', () => {
  releaseForms(unreleased, home);
  for (const { definition } of unreleased)
    expect(readReleases(definition.form, join(home, definition.form))).toEqual([
      { previous: [], definition },
    ]);
  expect(readdirSync(home).sort()).toEqual([...names]);
  const once = everything();
  releaseForms(unreleased, home);
  expect(everything()).toEqual(once);
});
