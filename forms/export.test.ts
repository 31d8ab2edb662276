import { expect, test } from 'vitest';
import { type Answers, defineForm, type FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { answersToCsv, answersToJson, type ExportRow } from './export.ts';
import { hostileTexts } from './fixtures/hostile-values.ts';
import { seededRandom } from './fixtures/random.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { getForm } from './registry.ts';

const facts = ['Reference', 'Status'];

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const csv = (versions: FormDefinition[], rows: ExportRow[]) =>
  textOf(answersToCsv({ versions, facts, rows }));
const json = async (versions: FormDefinition[], rows: ExportRow[]) =>
  JSON.parse(await textOf(answersToJson({ versions, facts, rows })));

/** RFC 4180, read strictly: every value in quotes, doubled inside, lines ended by CR LF. */
function readCsv(text: string): string[][] {
  const line = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  const rows: string[][] = [[]];
  line.lastIndex = 1;
  expect(text.startsWith('\ufeff')).toBe(true);
  for (let at = 1; at < text.length; at = line.lastIndex) {
    const [, value, end] = line.exec(text) ?? expect.unreachable(`no value at ${at}`);
    rows.at(-1)?.push((value ?? '').replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

const fullAnswers = (form: string) =>
  readExamples(form, 'valid').find(({ name }) => name === 'every-answer-given.json')?.content as Answers;

const row = (definition: FormDefinition, answers: Answers, reference = 'R-1'): ExportRow => ({
  given: { definition, answers },
  facts: { Reference: reference, Status: 'pending' },
});

test.each(allDefinitions())('no masked or secret answer of $form is exported', async (form) => {
  const answers = fullAnswers(form.form);
  const texts = [
    await csv([form], [row(form, answers)]),
    JSON.stringify(await json([form], [row(form, answers)])),
  ];
  for (const [name, { secret, masked }] of Object.entries(form.ui.fields)) {
    for (const text of texts) {
      if (secret) expect(text).not.toContain(name);
      if (secret || masked) expect(text).not.toContain(String(answers[name]));
    }
  }
});

test('a field that any version masks or keeps secret is treated so in all of them', async () => {
  const today = getForm('contract');
  const { ssn, phone } = today.ui.fields;
  const older = defineForm('contract', today.schema, {
    ...today.ui,
    fields: { ...today.ui.fields, ssn: { ...ssn, masked: false }, phone: { ...phone, secret: true } },
  });
  const rows = [row(older, fullAnswers('contract')), row(today, fullAnswers('contract'))];
  for (const text of [await csv([today, older], rows), JSON.stringify(await json([older, today], rows))]) {
    expect(text).not.toMatch(/123456789|2015550123|\(201\)/);
    expect(text).toContain('Given');
  }
});

test('nothing to export is a line of titles, and an empty list', async () => {
  const form = getForm('phone-number');
  expect(readCsv(await csv([form], []))).toEqual([
    ['Reference', 'Status', 'Phone (phone_number)', 'Texts allowed (text_consent)'],
  ]);
  expect(await json([form], [])).toEqual([]);
});

test('all versions share one table in page order, and each row fills what it was asked', async () => {
  const today = getForm('case-evaluation');
  const { zip_code: _gone, ...fields } = today.ui.fields;
  const { zip_code: _removed, ...properties } = today.schema.properties ?? {};
  const steps = today.ui.steps.map((step) => ({
    ...step,
    fields: step.fields.filter((field) => field !== 'zip_code').toReversed(),
  }));
  const newer = defineForm(today.form, { ...today.schema, properties }, { ...today.ui, fields, steps });
  const answers = fullAnswers(today.form);
  const { zip_code, ...withoutZip } = answers;
  const [titles = [], first = [], second = []] = readCsv(
    await csv([newer, today], [row(newer, withoutZip), row(today, answers, 'R-2')]),
  );
  expect(titles.slice(0, 3)).toEqual(['Reference', 'Status', 'Receiving benefits now (receiving_benefits)']);
  expect(titles.at(-1)).toBe('ZIP code (zip_code)');
  expect(titles.at(-2)).toBe('First name (first_name)');
  expect(new Set(titles).size).toBe(2 + Object.keys(today.ui.fields).length);
  expect([first.at(-1), second.at(-1)]).toEqual(['', zip_code]);
  expect(second[0]).toBe('R-2');
});

test('a table reads as people do, JSON holds what is stored', async () => {
  const [form] = allDefinitions().filter((each) => each.form === 'every-widget');
  if (!form) throw new Error('no fixture');
  const answers = fullAnswers('every-widget');
  const [titles = [], values = []] = readCsv(await csv([form], [row(form, answers)]));
  const shown = Object.fromEntries(titles.map((title, at) => [title, values[at]]));
  expect(shown).toMatchObject({
    'State (state)': 'Puerto Rico',
    'Phone (phone)': '(201) 555-0123',
    'Skills (skills)': 'Sewing, Driving',
    'Date of birth (date_of_birth)': '4/27/1968',
    'Social Security number (ssn)': 'Given',
    'Jobs (jobs)': expect.stringMatching(
      /^Job 1: Job Cook; .*\nI cleaned.*\nJob 2: Job Driver; .*Still there Yes$/s,
    ),
  });
  const [stored] = await json([form], [row(form, answers)]);
  expect(stored).toMatchObject({
    Reference: 'R-1',
    form: 'every-widget',
    version: form.version,
    answers: {
      state: 'PR',
      phone: '2015550123',
      skills: ['Sewing', 'Driving'],
      ssn: 'Given',
      jobs: answers.jobs,
    },
  });
});

test('what is no form has its facts alone, in the order of the columns', async () => {
  const rows: ExportRow[] = [
    { facts: { Who: 'Canaria', When: '2026-01-31' } },
    { facts: { When: '2026-02-01' } },
  ];
  const exported = { versions: [], facts: ['When', 'Who'], rows };
  expect(readCsv(await textOf(answersToCsv(exported)))).toEqual([
    ['When', 'Who'],
    ['2026-01-31', 'Canaria'],
    ['2026-02-01', ''],
  ]);
  expect(JSON.parse(await textOf(answersToJson(exported)))).toEqual([
    { When: '2026-01-31', Who: 'Canaria' },
    { When: '2026-02-01', Who: '' },
  ]);
});

test('5,000 rows of hostile text come back whole from both, and no value starts a formula', {
  tags: 'thorough',
}, async () => {
  const form = getForm('attorney-application');
  const random = seededRandom(20_261);
  const texts = hostileTexts.map((text) => text.slice(0, 300));
  const pick = () => texts[Math.floor(random() * texts.length)] ?? '';
  const written = Array.from({ length: 5000 }, (_, at): ExportRow => {
    const answers = { name: pick(), firm: pick(), bio: pick(), specialties: [pick(), pick()], phone: pick() };
    return { given: { definition: form, answers }, facts: { Reference: `R-${at}`, Status: pick() } };
  });
  const [titles = [], ...rows] = readCsv(await csv([form], written));
  const place = (name: string) => titles.findIndex((title) => title.endsWith(`(${name})`));
  expect(rows).toHaveLength(written.length);
  for (const [at, values] of rows.entries()) {
    const { given: { answers = {} } = {}, facts: known } = written[at] as ExportRow;
    expect(values).toHaveLength(titles.length);
    for (const value of values) expect(value).not.toMatch(/^[=+\-@\t\r]/);
    for (const name of ['name', 'firm', 'bio']) {
      expect([answers[name], `'${answers[name]}`]).toContain(values[place(name)]);
    }
    expect([known.Status, `'${known.Status}`]).toContain(values[1]);
  }
  const stored: { answers: Answers }[] = await json([form], written);
  expect(stored.map(({ answers }) => answers)).toEqual(
    written.map(({ given }) => JSON.parse(JSON.stringify(given?.answers))),
  );
});
