import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, defineForm } from './definition.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { applyMigrations, migrateAnswers } from './migrate.ts';
import { forms, getForm } from './registry.ts';
import { newestReleases, readReleases } from './rules/released.ts';

const { form, schema, ui } = conditionalForm;
const version = (title: string) => defineForm(form, schema, { ...ui, title });
const one = version('1');
const two = version('2');
const three = version('3');
const four = version('4');
const other = version('other');
const releases = [
  { previous: [], definition: one },
  { previous: [one.version], definition: two },
  { previous: [two.version], definition: three },
  { previous: [three.version], definition: four },
];
const add = (letter: string) => (answers: Answers) => ({ ...answers, name: `${answers.name}${letter}` });
// Listed against their order: releases decide, not the file.
const known = { [three.version]: add('c'), [one.version]: add('a') };

test.each([
  ['the oldest release', one, 'Ann a c'],
  ['a release between', two, 'Ann c'],
  ['the release before', three, 'Ann c'],
  ['the newest release', four, 'Ann'],
  ['a version that was never released', other, 'Ann'],
])('answers of %s go through every migration since, in order', (_title, from, name) => {
  const migrated = applyMigrations(four, { from: from.version, releases, known }, { name: 'Ann' });
  expect(migrated).toEqual({ name: name.replaceAll(' ', '') });
});

test('answers to questions that are gone are left out, and those of today’s version are not touched', () => {
  const answers = { first_name: 'Ana', pet: 'cat', __proto__: { role: 'admin' } };
  expect(migrateAnswers(getForm('contract'), 'unknown', answers)).toEqual({ first_name: 'Ana' });
  const { contract } = forms;
  expect(migrateAnswers(contract, contract.version, answers)).toBe(answers);
});

describe('npm run forms:check', () => {
  let copy: string;
  const root = join(import.meta.dirname, '..');

  beforeAll(() => {
    copy = join(mkdtempSync(join(tmpdir(), 'forms-')), 'forms');
    cpSync(import.meta.dirname, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    symlinkSync(join(root, 'node_modules'), join(copy, '..', 'node_modules'));
  });
  afterAll(() => rmSync(join(copy, '..'), { recursive: true }));

  function check(...flags: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['check.ts', ...flags], {
      cwd: copy,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  test('a build refuses a form with a misspelled key, with its file, its place and the right word', () => {
    const path = join(copy, 'contract', 'ui.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"hint":', '"hnit":'));
    const { status, stderr } = spawnSync(process.execPath, ['compile.ts'], { cwd: copy, encoding: 'utf8' });
    writeFileSync(path, text);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'These forms break the rules of forms:\ncontract/ui.json /fields/date_of_birth/hnit: there is no key "hnit" here. Did you mean "hint"?\n',
    );
  });

  test('refuses a breaking change without a migration of drafts, and accepts it with one', {
    tags: 'thorough',
  }, () => {
    const [newest] = newestReleases(readReleases('medical-treatment', join(copy, 'medical-treatment')));
    const from = newest?.definition.version ?? '';
    const path = join(copy, 'medical-treatment', 'schema.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace('"maxLength": 500', '"maxLength": 400').replace('"maxLength": 120', '"maxLength": 130'),
    );
    const refused = check();
    expect(refused.status).toBe(1);
    expect(refused.output).toContain('medical-treatment: would break drafts that are still open.');
    expect(refused.output).toContain('breaking: "reason" has a tighter maxLength');
    expect(refused.output).toContain('additive: "doctor_name" has a looser maxLength');
    expect(refused.output).toContain(`migrations/${from}.ts`);
    expect(refused.output).toContain('"reason" is asked again in 1 of 4.');
    expect(check('--release')).toMatchObject({
      status: 1,
      output: expect.stringMatching(/Nothing was released\.$/m),
    });
    for (const form of Object.keys(forms)) {
      const released = ['released', 'golden'].map((name) => readdirSync(join(copy, form, name)));
      expect(released).toEqual(
        ['released', 'golden'].map((name) => readdirSync(join(import.meta.dirname, form, name))),
      );
    }

    const table = join(copy, 'migrations.ts');
    const migrate = '(answers) => ({ ...answers, reason: String(answers.reason).slice(0, 400) })';
    writeFileSync(
      table,
      readFileSync(table, 'utf8').replace(
        /> = \{$/m,
        `> = { 'medical-treatment': { '${from}': ${migrate} },`,
      ),
    );
    const example = join(copy, 'medical-treatment', 'examples', 'valid', 'reason-of-500-characters.json');
    rmSync(example);
    const taken = check();
    expect(taken.output).toContain('medical-treatment: breaks with its release, and migrates drafts.');
    expect(taken.status).toBe(0);
    expect(check('--release').output).toContain('Released as ');
    expect(check().output).toMatch(/medical-treatment: as released \((?!undefined)/);
  });
});
