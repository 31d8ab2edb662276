import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { listClients } from '#api/casework/clients/list-clients.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { listSubmissions } from '#api/casework/submissions/list-submissions.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeEvaluation, makePerson, makeWords, seededRandom } from '../../seed/demo-people.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { addDemoClients, addDemoEvaluations } from './demo-records.ts';

const random = seededRandom();
const words = makeWords(random);
const onProgress = () => {};

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'clients'));
afterAll(() => deps.close());

describe('made-up records', () => {
  it('are refused when the answers do not fit the form', async () => {
    const make = () => ({ ...makeEvaluation(random, words), age_range: 'old' });
    await expect(addDemoEvaluations({ count: 1, make, onProgress }, deps)).rejects.toThrow(/age_range/);
    expect(await submissionKinds.evaluations.collection.model(deps.portal).countDocuments()).toBe(0);
  });

  it('are as many evaluations as asked for, which staff read like any other, and no emails', {
    tags: 'thorough',
  }, async () => {
    const outbox = await deps.portal.collection('outbox').countDocuments();
    const make = () => makeEvaluation(random, words);
    expect(await addDemoEvaluations({ count: 2_100, make, onProgress }, deps)).toBe(2_100);
    const model = submissionKinds.evaluations.collection.model(deps.portal);
    expect(await model.countDocuments({ status: 'pending' })).toBe(210);
    const { rows } = await listSubmissions(submissionKinds.evaluations, {}, { deps });
    expect(rows).toHaveLength(25);
    for (const { name, status } of rows)
      expect([name, status]).toEqual([expect.stringMatching(/^[A-Z]\w+ [A-Z]\w+$/), 'pending']);
    expect(await deps.portal.collection('outbox').countDocuments()).toBe(outbox);
  });

  it('are clients with numbers that were never issued, one account each', async () => {
    const one = makePerson(random, words);
    const made = [one, makePerson(random, words), one];
    const make = () => made.pop() ?? one;
    expect(await addDemoClients({ count: 3, make, onProgress }, deps)).toBe(2);
    expect(await clientsCollection.model(deps.portal).countDocuments({ identity_status: 'verified' })).toBe(
      2,
    );
    const { rows } = await listClients({}, { deps });
    expect(rows.map(({ name }) => name)).toContain(`${one.firstName} ${one.lastName}`);
    expect(one.ssn).toMatch(/^9\d{8}$/);
  });
});
