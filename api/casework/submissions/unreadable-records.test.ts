import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeLog } from '#api/platform/log.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';

const account = { email: 'reader@example.com', password: 'correct horse battery' };
const collections = ['case_evaluations', 'attorney_applications', 'signed_contracts'];
const lines: string[] = [];
let deps: Deps;
let call: ReturnType<typeof visitor>['call'];

/** For each kind, one intact record and one whose personal fields were damaged on disk. */
beforeAll(async () => {
  deps = { ...(await openDeps()), log: makeLog((line) => lines.push(line)) };
  deps.jobs.start('mail', 'staff-notices');
  await empty(deps, ...collections, 'limits', 'documents', 'outbox');
  const signing = { address: '203.0.113.9', userAgent: 'A browser' };
  const agreement = currentAgreement.version;
  for (const key of ['sound', 'damaged']) {
    await submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, key }, { deps });
    await submissionHandlers['attorney-application'].submit({ answers: applicationAnswers, key }, { deps });
    await contractHandler.submit({ answers: contractAnswers, key, agreement }, { ...signing, deps });
  }
  for (const name of collections) await damage(name);
  await createStaff({ name: 'Reader', ...account }, deps);
  const staff = visitor(deps);
  await staff.call.staff.signInWithEmail(account);
  call = staff.call;
});
afterAll(async () => {
  await empty(deps, ...collections);
  await deps.close();
});

async function damage(name: string): Promise<void> {
  const rows = deps.portal.collection(name);
  const row = await rows.findOne({ submission_key: 'damaged' });
  const circumstances = row?.evidence && { 'evidence.circumstances': 'v2.own.AAAA.AAAA.AAAA' };
  const answers = `${row?.answers.slice(0, -6)}AAAAAA`;
  await rows.updateOne({ _id: row?._id }, { $set: { answers, ...circumstances } });
}

const readable = { evaluations: "Canaria O'Testwright", applications: applicationAnswers.name };

it.each(['evaluations', 'applications'] as const)(
  "%s that can't be decrypted are shown as such, in the list and in detail, and the others as usual",
  async (kind) => {
    lines.length = 0;
    const { rows } = await call[kind].list({});
    expect(rows.map(({ name }) => name.replace('unreadable unreadable', 'unreadable'))).toEqual([
      'unreadable',
      readable[kind],
    ]);
    const detail = await call[kind].detail({ id: rows[0]?.id ?? '' });
    expect(JSON.stringify(detail.sections)).toContain('"value":"unreadable"');
    expect(await call[kind].print({ id: rows[0]?.id ?? '' })).toMatchObject({
      fileName: `${rows[0]?.reference}.pdf`,
    });
    const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'record unreadable');
    expect(logged.map(({ level, reference }) => [level, reference])).toEqual(
      Array.from({ length: 3 }, () => ['error', rows[0]?.reference]),
    );
  },
);

it.each(['csv', 'json'] as const)(
  'an unreadable record does not end an export as %s, which includes all the others',
  async (format) => {
    for (const kind of ['evaluations', 'applications'] as const) {
      await empty(deps, 'limits');
      const wanted = { kind, format, from: '2026-01-01', to: '9998-12-31' };
      let text = '';
      for await (const piece of (await call.exports.make(wanted)) as AsyncIterable<string>) text += piece;
      expect(text).toContain('unreadable');
      expect(text).toContain(kind === 'evaluations' ? "O'Testwright" : applicationAnswers.name);
    }
  },
);

it('an unreadable contract is shown as such, and does not claim to have a Social Security number', async () => {
  const { rows } = await call.contracts.list({});
  expect(rows.map(({ name }) => name)).toEqual(['unreadable', "Canaria O'Testwright"]);
  const detail = await call.contracts.detail({ id: rows[0]?.id ?? '' });
  const answers = detail.sections.flatMap((section) => section.answers);
  expect(answers.find(({ field }) => field === 'ssn')?.value).toBe('unreadable');
  expect(detail.evidence).toContainEqual({ label: 'Internet (IP) address', value: 'unreadable' });
});

it("an email that can't be decrypted is abandoned and listed with the reason, and the next one is sent", async () => {
  const outbox = deps.portal.collection('outbox');
  await outbox.deleteMany({});
  const created_at = new Date(0);
  const row = { kind: 'evaluation-received', state: 'queued', attempts: 0, due_at: created_at, created_at };
  await outbox.insertOne({ ...row, letter: 'v2.own.AAAA.AAAA.AAAA' });
  await submissionHandlers['case-evaluation'].submit(
    { answers: evaluationAnswers, key: 'with mail' },
    { deps },
  );
  await eventually(async () => expect(await outbox.countDocuments({ state: 'queued' })).toBe(0));
  expect(await outbox.countDocuments({ state: 'sent' })).toBeGreaterThan(0);
  const { rows } = await call.failedEmails.list();
  expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
    ['dead', 'It can’t be read any more: it was damaged, or its key is gone.'],
  ]);
  await deps.portal.collection('case_evaluations').deleteOne({ submission_key: 'with mail' });
});

it("an attorney whose application can't be read is not added to the directory", async () => {
  const [damaged] = (await call.applications.list({})).rows;
  await expect(
    call.applications.decide({ id: damaged?.id ?? '', decision: 'approved' }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining("can't be read any more"),
  });
  expect((await call.applications.detail({ id: damaged?.id ?? '' })).status).toBe('pending');
});
