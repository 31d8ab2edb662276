import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, evaluationAnswers, openDeps } from '../../tests/setup/deps.ts';
import { emailsNameSubmissions } from './emails-name-submissions.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'outbox'));
afterAll(() => deps.close());

const outbox = () => deps.portal.collection('outbox');

async function send(): Promise<string> {
  const sent = { answers: evaluationAnswers, key: randomUUID() };
  return (await submissionHandlers['case-evaluation'].submit(sent, { deps })).reference;
}

it('gives emails of the version before the reference of their submission, and changes nothing when it runs again', async () => {
  const references = [await send(), await send()];
  await outbox().updateMany({}, { $unset: { about: 1 } });
  await send();
  const sent = { kind: 'evaluation-confirmation', state: 'sent', created_at: new Date() };
  const damaged = {
    kind: 'evaluation-confirmation',
    state: 'dead',
    letter: 'v1.x.y',
    created_at: new Date(),
  };
  await outbox().insertMany([sent, damaged]);
  await emailsNameSubmissions.run(deps);
  const after = await outbox().find().sort({ _id: 1 }).toArray();
  expect(after.slice(0, 2).map(({ about }) => about)).toEqual(references);
  expect(after.slice(3)).toEqual([sent, damaged].map((row) => expect.objectContaining(row)));
  expect(after.slice(3).filter(({ about }) => about)).toEqual([]);
  await emailsNameSubmissions.run(deps);
  expect(await outbox().find().sort({ _id: 1 }).toArray()).toEqual(after);
});
