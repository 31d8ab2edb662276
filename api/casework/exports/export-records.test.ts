import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { staffMember } from '../../../tests/setup/clients.ts';
import {
  applicationAnswers,
  claimant,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { replaceAnswers } from '../../../tests/setup/submissions.ts';

const password = 'correct horse battery';
const account = { email: 'ex.porter@example.com', password };

let deps: Deps;
let staffId: string;
beforeAll(async () => {
  deps = await openDeps();
  staffId = await createStaff({ name: 'Ex Porter', ...account }, deps);
});
beforeEach(() => empty(deps, 'case_evaluations', 'attorney_applications', 'limits'));
afterEach(() => vi.useRealTimers());
afterAll(() => deps.close());

async function staff() {
  const { call } = visitor(deps);
  await call.staff.signInWithEmail(account);
  return call;
}

const wanted = {
  kind: 'evaluations',
  format: 'csv',
  from: '2026-01-01',
  to: '9998-12-31',
} as const;

type Call = Awaited<ReturnType<typeof staff>>;

async function textOf(call: Call, over: object = {}): Promise<string> {
  let text = '';
  const pieces = await call.exports.make({ ...wanted, ...over } as never);
  for await (const piece of pieces as AsyncIterable<string>) text += piece;
  return text;
}

let sent = 0;
async function evaluation(answers: object = {}, arrived?: string): Promise<void> {
  sent += 1;
  const key = `export-${sent}`;
  await submissionHandlers['case-evaluation'].submit(
    { answers: { ...evaluationAnswers, ...answers }, key },
    { deps },
  );
  if (!arrived) return;
  await deps.portal
    .collection('case_evaluations')
    .updateOne({ submission_key: key }, { $set: { created_at: new Date(arrived) } });
}

describe('an export', () => {
  it('is refused without a staff session', async () => {
    await expect(visitor(deps).call.exports.make(wanted)).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('is offered to administrators, for every review queue and for contracts, and not for clients', async () => {
    const reader = await staffMember(deps, 'reviewer');
    await expect(reader.call.exports.kinds()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await (await staff()).exports.kinds()).toEqual([
      { name: 'callRequests', heading: 'Call requests', file: 'call-requests' },
      { name: 'evaluations', heading: 'Case evaluations', file: 'case-evaluations' },
      { name: 'applications', heading: 'Attorney applications', file: 'attorney-applications' },
      { name: 'contracts', heading: 'Contracts', file: 'contracts' },
    ]);
  });

  it('asks again who somebody is, half an hour after signing in', async () => {
    const { call } = visitor(deps);
    await call.staff.signInWithEmail(account);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const minutes of [11, 21, 31]) {
      vi.setSystemTime(now + minutes * 60_000);
      await call.staff.stay();
    }
    await expect(call.exports.make(wanted)).rejects.toMatchObject({ code: 'forbidden', reason: 'confirm' });
    await call.staff.confirmWithPassword({ password });
    expect(await textOf(call)).toContain('Reference');
  });

  it.each([
    ['days that do not exist', { from: '2026-02-30' }, 'Enter the first day as a date'],
    ['no last day', { to: '' }, 'Enter the last day as a date'],
    ['the end before the beginning', { from: '2026-03-02', to: '2026-03-01' }, 'not be before'],
    ['words for a day', { from: 'yesterday' }, 'Enter the first day as a date'],
    ['an operator for a day', { from: { $gt: '' } }, ''],
    ['a kind that it does not have', { kind: 'staff' }, ''],
    ['a format that it does not have', { format: 'xlsx' }, ''],
    ['a key that it does not know', { fields: ['ssn'] }, ''],
    ['a status that does not exist', { status: 'lost' }, 'Choose one of the statuses'],
    ['a status of contracts, which have none', { kind: 'contracts', status: 'pending' }, 'Choose one of'],
    ['a search of nobody', { search: 'AAAAAAAAAAAA' }, 'This search has ended'],
  ])('refuses %s', async (_what, over, sentence) => {
    await expect(textOf(await staff(), over)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
  });

  it('is limited to five per account in 15 minutes, from any address', async () => {
    for (let count = 0; count < 5; count += 1) await textOf(await staff());
    await expect(textOf(await staff())).rejects.toMatchObject({
      code: 'too-many',
      message: 'Too many exports. Please wait 15 minutes and try again.',
    });
  });
});

describe('the file', () => {
  it('has a row for every submission, oldest first, and a column for every question', async () => {
    await evaluation({ first_name: 'Second' }, '2026-02-02T12:00:00Z');
    await evaluation({ first_name: 'First' }, '2026-02-01T12:00:00Z');
    const text = await textOf(await staff());
    expect(text.startsWith('\uFEFF"Reference","Status","Submitted","Reviewed",')).toBe(true);
    const [header, ...lines] = text.trim().split('\r\n');
    for (const field of Object.keys(evaluationAnswers)) expect(header).toContain(` (${field})"`);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"First"');
    expect(lines[0]).toContain('"2026-02-01T12:00:00.000Z"');
    expect(lines[1]).toContain('"Second"');
    expect(lines[1]).toContain('"pending"');
  });

  it('has only a header, or an empty list, when nothing arrived', async () => {
    expect((await textOf(await staff())).trim().split('\r\n')).toHaveLength(1);
    expect(JSON.parse(await textOf(await staff(), { format: 'json' }))).toEqual([]);
  });

  it('covers whole days in Eastern time, including the first and the last', async () => {
    for (const [first_name, arrived] of [
      ['Before', '2026-07-01T03:59:59.999Z'],
      ['Opening', '2026-07-01T04:00:00Z'],
      ['Closing', '2026-07-03T03:59:59.999Z'],
      ['After', '2026-07-03T04:00:00Z'],
    ] as const) {
      await evaluation({ first_name }, arrived);
    }
    const range = { from: '2026-07-01', to: '2026-07-02', format: 'json' };
    const rows: { answers: { first_name: string } }[] = JSON.parse(await textOf(await staff(), range));
    const names = rows.map(({ answers }) => answers.first_name);
    expect(names).toEqual(['Opening', 'Closing']);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")'])(
    'contains no formula that a spreadsheet would run: %s',
    async (last_name) => {
      await evaluation({ last_name });
      const text = await textOf(await staff());
      expect(text).toContain(`"'${last_name.replaceAll('"', '""')}"`);
      expect(text).not.toContain(`"${last_name.replaceAll('"', '""')}"`);
    },
  );

  it('includes answers to an older form, in separate columns', async () => {
    await evaluation();
    const definitions = deps.portal.collection<{ _id: string; definition: string }>('form_definitions');
    const today = await definitions.findOne({ form: 'case-evaluation' });
    const { schema, ui } = JSON.parse(today?.definition ?? '');
    schema.properties.fax = { type: 'string', maxLength: 10 };
    ui.fields.fax = { title: 'Fax number', shortTitle: 'Fax', widget: 'text', messages: {} };
    ui.steps.at(-1).fields.push('fax');
    const version = 'an-older-one';
    const _id = `case-evaluation@${version}`;
    const definition = JSON.stringify({ schema, ui });
    await definitions.insertOne({ ...today, _id, version, definition } as never);
    await evaluation();
    const newest = `export-${sent}`;
    const answers = { ...evaluationAnswers, fax: '5550100' };
    await replaceAnswers('case_evaluations', newest, answers, deps);
    await deps.portal
      .collection('case_evaluations')
      .updateOne({ submission_key: newest }, { $set: { version } });
    const [header, ...lines] = (await textOf(await staff())).trim().split('\r\n');
    await definitions.deleteOne({ _id });
    expect(header?.endsWith(',"Fax (fax)"')).toBe(true);
    expect(lines.map((line) => line.endsWith(',"5550100"'))).toEqual([false, true]);
  });

  it('has what its list shows with the same status and search, and nothing else', async () => {
    await evaluation({ first_name: 'Wanted' });
    await evaluation({ first_name: 'Decided' });
    await evaluation({ last_name: 'Somebodyelse', email: 'somebody@example.com' });
    const { call } = { call: await staff() };
    const { rows } = await call.evaluations.list({});
    const decided = rows.find(({ name }) => name.startsWith('Decided'))?.id ?? '';
    await call.evaluations.decide({ id: decided, decision: 'rejected', reason: 'other' });
    const { id: search } = await call.lists.search({ query: 'testwright' });
    const namesOf = async (over: object) =>
      JSON.parse(await textOf(call, { format: 'json', ...over })).map(
        ({ answers }: { answers: { first_name: string } }) => answers.first_name,
      );
    expect(await namesOf({ search })).toEqual(['Wanted', 'Decided']);
    expect(await namesOf({ search, status: 'pending' })).toEqual(['Wanted']);
    expect(await namesOf({ status: 'rejected' })).toEqual(['Decided']);
  });

  it.each(['csv', 'json'])(
    'of contracts as %s has everything but the Social Security number, of which it says only that it was given',
    async (format) => {
      await empty(deps, 'signed_contracts');
      const { reference } = await contractHandler.submit(
        {
          answers: { ...contractAnswers, last_name: '=1+1', signature_name: 'Canaria =1+1' },
          key: `export-contract-${format}`,
          agreement: currentAgreement.version,
        },
        { address: '203.0.113.9', userAgent: 'A browser/1.0', deps },
      );
      const text = await textOf(await staff(), { kind: 'contracts', format });
      expect(text).toContain(`"${reference}"`);
      expect(text).toContain('12 Canary Lane, Unit 7');
      expect(text).toContain('"Given"');
      for (const digits of [contractAnswers.ssn, '7391', '212-84', '212847'])
        expect(text).not.toContain(digits);
      if (format === 'csv') expect(text).toContain(`"'=1+1"`);
    },
  );

  it("puts an application's lists in one column", async () => {
    await submissionHandlers['attorney-application'].submit(
      { answers: applicationAnswers, key: 'export-application' },
      { deps },
    );
    const text = await textOf(await staff(), { kind: 'applications' });
    expect(text).toContain('"Specialties (specialties)"');
    expect(text).toContain('"ALJ hearings, SSI for children"');
  });

  it('is logged with its kind, its count and the account, and none of its content', async () => {
    const lines: string[] = [];
    const { log } = deps;
    const note =
      (level: string) =>
      (event: string, fields = {}) =>
        void lines.push(JSON.stringify({ level, event, ...fields }));
    Object.assign(deps, { log: { info: note('info'), warn: note('warn'), error: note('error') } });
    await evaluation();
    await evaluation();
    await textOf(await staff());
    Object.assign(deps, { log });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', event: 'export begun', kind: 'evaluations csv', staff: staffId },
      { level: 'info', event: 'export ended', kind: 'evaluations csv', staff: staffId, count: 2 },
    ]);
    for (const value of Object.values(claimant)) expect(lines.join()).not.toContain(value);
  });

  it('is read from the database as it is sent, a hundred records at a time', async () => {
    await evaluation();
    const one = await deps.portal.collection('case_evaluations').findOne({});
    const answers = { age_range: 'Under 50' };
    const many = Array.from({ length: 1_000 }, (_, at) => {
      const { _id, ...rest } = { ...one, answers, reference: `R-${at}`, submission_key: `many-${at}` };
      return rest;
    });
    await deps.portal.collection('case_evaluations').insertMany(many);
    const call = await staff();
    const { operations } = await profile(deps.portal, /^case_evaluations$/, async () => {
      const pieces = (await call.exports.make(wanted)) as AsyncGenerator<string>;
      for (let read = 0; read < 50; read += 1) await pieces.next();
      await pieces.return(undefined);
    });
    const seen = operations.filter(({ op }) => ['query', 'getmore'].includes(op));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.reduce((sum, { nreturned }) => sum + nreturned, 0)).toBeLessThanOrEqual(200);
    expect(seen.some(({ hasSortStage }) => hasSortStage)).toBe(false);
  });
});
