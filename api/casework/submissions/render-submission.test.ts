import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSharedPassword } from '#api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import {
  applicationAnswers,
  empty,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';

const password = 'correct horse battery';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
});
beforeEach(() =>
  empty(deps, 'case_evaluations', 'attorney_applications', 'outbox', 'staff_sessions', 'limits'),
);
afterAll(() => deps.close());

async function staff() {
  const { call } = visitor(deps);
  await call.staff.signInWithPassword({ password });
  return call;
}

describe('rendering a submission', () => {
  it('requires a staff session and an existing submission', async () => {
    const id = '0'.repeat(24);
    await expect(visitor(deps).call.evaluations.print({ id })).rejects.toMatchObject({
      code: 'signed-out',
    });
    await expect((await staff()).evaluations.print({ id })).rejects.toMatchObject({ code: 'not-found' });
  });

  it("includes every answer of a case evaluation in the form's words", async () => {
    const { reference } = await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'print' },
      { deps },
    );
    const call = await staff();
    const [row] = (await call.evaluations.list({})).rows;
    const { fileName, content } = await call.evaluations.print({ id: row?.id ?? '' });
    expect(fileName).toBe(`${reference}.pdf`);
    const { text } = await readPdf(Buffer.from(content, 'base64'));
    for (const words of ["O'Testwright", '(201) 555-0147', '50-54', 'Sent on', reference])
      expect(text).toContain(words);
  });

  it('includes every answer of an attorney application', async () => {
    await submissionHandlers['attorney-application'].submit(
      { answers: applicationAnswers, key: 'print' },
      { deps },
    );
    const call = await staff();
    const [row] = (await call.applications.list({})).rows;
    const { content } = await call.applications.print({ id: row?.id ?? '' });
    const { text } = await readPdf(Buffer.from(content, 'base64'));
    expect(text).toContain(applicationAnswers.bio);
    expect(text).toContain('ALJ hearings, SSI for children');
  });
});
