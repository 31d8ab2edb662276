import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FormDefinition } from '../definition.ts';
import { edited, everyWidget, type Unchecked } from '../fixtures/edited-form.ts';
import { readApprovals } from './approvals.ts';
import { checkForm, type FormFolder } from './check-form.ts';
import { compareDefinitions } from './compatibility.ts';
import { readExampleFiles } from './example-rules.ts';

const examples = readExampleFiles(join(import.meta.dirname, '..', 'fixtures', 'every-widget'));
const folder: FormFolder = { examples, golden: new Map(), approvals: [], approvalFaults: [] };
const releases = [{ previous: [], definition: everyWidget }];

/** The form with everything, with more that is masked and secret, as it was released. */
const guarded = edited(({ fields }) => {
  fields.full_name.masked = true;
  fields.jobs.fields.duties.masked = true;
  fields.story.secret = true;
});

const exposures: [string, (ui: Unchecked, schema: Unchecked) => unknown, string][] = [
  [
    'an answer that is no longer masked',
    ({ fields }) => delete fields.full_name.masked,
    'exposing: "full_name" is no longer masked: all of it would be shown, mailed, printed and exported.',
  ],
  [
    'an answer of a row that is no longer masked',
    ({ fields }) => delete fields.jobs.fields.duties.masked,
    'exposing: "jobs[].duties" is no longer masked: all of it would be shown, mailed, printed and exported.',
  ],
  [
    'an answer that is no longer secret',
    ({ fields }) => delete fields.story.secret,
    'exposing: "story" is no longer secret: it would be shown, printed and exported.',
  ],
  [
    'a rule that is dropped',
    ({ fields }) => delete fields.confirm_pin.rules,
    'exposing: "confirm_pin" lost its rule "same-as" "pin": answers that were refused would pass.',
  ],
];

describe('a change that exposes personal data', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'forms-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  test.each(exposures)('is called so: %s', (_title, edit, sentence) => {
    const changes = compareDefinitions(guarded, edited(edit, guarded));
    const exposing = changes.filter(({ kind }) => kind === 'exposing');
    expect(exposing.map((each) => `${each.kind}: ${each.sentence}`)).toEqual([sentence]);
  });

  const exposed = edited(({ fields }) => delete fields.full_name.masked, guarded);
  const judge = (definition = exposed) =>
    checkForm(
      definition,
      [{ previous: [], definition: guarded }],
      {},
      { ...folder, approvals: readApprovals(home, '2026-03-01').approvals },
    );
  const hashOf = (sentences: string[]) => /\| ([0-9a-f]{16}) \|/.exec(sentences.join('\n'))?.[1] ?? '';
  const sign = (line: string) => writeFileSync(join(home, 'approvals.txt'), line);

  test('is refused while nobody has signed for it, with the line that is missing', () => {
    const { state, sentences } = judge();
    expect(state).toBe('unapproved');
    expect(sentences).toContain(
      'exposing: "full_name" is no longer masked: all of it would be shown, mailed, printed and exported.',
    );
    expect(hashOf(sentences)).toMatch(/^[0-9a-f]{16}$/);
  });

  test('is refused when another change was signed for', () => {
    const hash = hashOf(judge().sentences);
    sign(`2026-02-27 | Data protection | ${hash} | Reviewers have to read the whole name.\n`);
    const more = edited(({ fields }) => {
      delete fields.full_name.masked;
      delete fields.story.secret;
    }, guarded);
    expect(judge(more).state).toBe('unapproved');
    const other = edited(({ fields }) => delete fields.story.secret, guarded);
    expect(judge(other).state).toBe('unapproved');
  });

  test('passes once it was signed for', () => {
    const hash = hashOf(judge().sentences);
    sign(
      `# who approved what\n\n2026-02-27 | Data protection | ${hash} | Reviewers have to read the whole name.\n`,
    );
    expect(judge().state).toBe('additive');
  });

  test.each([
    [
      '27.2.2026 | Data protection | 0123456789abcdef | A good reason',
      '"27.2.2026" must be a date that has come',
    ],
    [
      '2026-03-02 | Data protection | 0123456789abcdef | A good reason',
      '"2026-03-02" must be a date that has come',
    ],
    ['2026-02-27 | | 0123456789abcdef | A good reason', 'must be named'],
    ['2026-02-27 | name | abc | A good reason', '"abc" must be the hash of a change'],
    ['2026-02-27 | name | 0123456789abcdef | ok', 'the reason must be given'],
    ['2026-02-27 | name | 0123456789abcdef', 'the reason must be given'],
  ])('is not signed for by %s', (line, fault) => {
    sign(`${line}\n`);
    const { approvals, faults } = readApprovals(home, '2026-03-01');
    expect(approvals).toEqual([]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^approvals\.txt line 1: /);
    expect(faults[0]).toContain(fault);
    const report = checkForm(everyWidget, releases, {}, { ...folder, approvalFaults: faults });
    expect(report).toEqual({ state: 'faulty', sentences: faults });
  });

  test('is none when more is hidden than before', () => {
    const changes = compareDefinitions(everyWidget, guarded);
    expect(changes.map(({ kind }) => kind)).toEqual(['additive', 'additive', 'additive']);
  });
});

describe('drafts of a release opened under the new definition', () => {
  const replay = (definition: FormDefinition, migrations = {}) =>
    checkForm(definition, releases, migrations, folder).sentences.join('\n');
  /** The valid examples, each of which is stored in another way. */
  const count = 5;

  test('keep every answer when only words changed', () => {
    const report = replay(edited((ui) => (ui.title = 'Another title')));
    expect(report).toContain(
      `${count} drafts of ${everyWidget.version} opened under this definition:\n  Every answer is kept.`,
    );
  });

  test('are asked for what became required, and keep the rest', () => {
    const report = replay(
      edited(({ fields }, { required }) => {
        required.push('zip_code');
        delete fields.zip_code.optional;
      }),
    );
    expect(report).toMatch(
      /"zip_code" is asked for the first time in \d of \d\.\n {2}Every other answer is kept\./,
    );
    expect(report).toContain('asking: "zip_code" became required; drafts without it are asked for it.');
    expect(report).not.toContain('breaking');
  });

  test('are asked again for what no longer fits, and lose what is gone, unless a migration keeps it', () => {
    const shorter = edited((ui, { properties, required }) => {
      properties.full_name.maxLength = 3;
      delete properties.spouse;
      delete ui.fields.spouse;
      ui.steps[0].fields = ui.steps[0].fields.filter((field: string) => field !== 'spouse');
      required.reverse();
    });
    expect(replay(shorter)).toMatch(/"spouse" is lost in \d of \d\./);
    expect(replay(shorter)).toContain(`"full_name" is asked again in ${count} of ${count}.`);
    const migrations = { [everyWidget.version]: (answers: Unchecked) => ({ ...answers, full_name: 'Ann' }) };
    expect(replay(shorter, migrations)).not.toContain('"full_name" is asked');
  });
});
