import { randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { listClients } from '#api/casework/clients/list-clients.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { listContracts } from '#api/casework/contracts/list-contracts.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { addEntry } from '#api/casework/profile/entries.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { listSubmissions } from '#api/casework/submissions/list-submissions.ts';
import { migrate } from '#api/platform/database/migrate.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
} from '../../tests/setup/deps.ts';
import { fillEntrySearchTokens, fillSearchTokens } from './fill-search-tokens.ts';

const collections = ['case_evaluations', 'attorney_applications', 'signed_contracts', 'clients'];

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, ...collections, 'migrations', 'documents', 'outbox'));
afterAll(() => deps.close());

/** Stores a record of each kind as the version before wrote it: without tokens. */
async function fillAsBefore(evaluations = 1): Promise<void> {
  for (let at = 0; at < evaluations; at += 1)
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: randomUUID() },
      { deps },
    );
  await submissionHandlers['attorney-application'].submit(
    { answers: applicationAnswers, key: randomUUID() },
    { deps },
  );
  await contractHandler.submit(
    {
      answers: { ...contractAnswers, signature_name: "Canaria O'Testwright" },
      key: randomUUID(),
      agreement: currentAgreement.version,
    },
    { address: '203.0.113.9', userAgent: 'A browser/1.0', deps },
  );
  await createClient({ ssn: contractAnswers.ssn, dateOfBirth: '1968-04-27', pin: '8052' }, deps);
  for (const name of collections)
    await deps.portal.collection(name).updateMany({}, { $unset: { search_tokens: '' } });
}

async function countFound(): Promise<Record<string, number>> {
  const { evaluations, applications } = submissionKinds;
  const query = 'canaria 0147';
  return {
    evaluations: (await listSubmissions(evaluations, { query }, { deps })).rows.length,
    applications: (await listSubmissions(applications, { query: 'canary 0163' }, { deps })).rows.length,
    contracts: (await listContracts({ query }, { deps })).rows.length,
    clients: (await listClients({ query }, { deps })).rows.length,
  };
}

const stored = () =>
  Promise.all(collections.map((name) => deps.portal.collection(name).find().sort({ _id: 1 }).toArray()));
const withoutTokens = () =>
  deps.portal.collection('case_evaluations').countDocuments({ search_tokens: { $exists: false } });

it('makes the records of the version before findable, and changes nothing when it runs again', async () => {
  await fillAsBefore();
  expect(await countFound()).toEqual({ evaluations: 0, applications: 0, contracts: 0, clients: 0 });
  await fillSearchTokens.run(deps);
  expect(await countFound()).toEqual({ evaluations: 1, applications: 1, contracts: 1, clients: 1 });
  const after = await stored();
  await fillSearchTokens.run(deps);
  expect(await stored()).toEqual(after);
});

it('goes on where another process stopped, and leaves the tokens that are there', async () => {
  await fillAsBefore(3);
  const done = { search_tokens: [{ k: 'k1', t: ['made-by-another'] }] };
  await deps.portal.collection('case_evaluations').updateOne({}, { $set: done });
  await fillSearchTokens.run(deps);
  expect(await deps.portal.collection('case_evaluations').countDocuments(done)).toBe(1);
  expect((await countFound()).evaluations).toBe(2);
});

it('makes them once when several sites start at the same moment', async () => {
  await fillAsBefore(5);
  await Promise.all(Array.from({ length: 3 }, () => migrate(deps, [fillSearchTokens])));
  expect(await withoutTokens()).toBe(0);
  expect((await countFound()).evaluations).toBe(5);
});

it('leaves out what can no longer be decrypted, and finds the record by the rest', async () => {
  await fillAsBefore();
  const gone = { 'answers.first_name': 'v1.gone.x.x.x' };
  await deps.portal.collection('case_evaluations').updateMany({}, { $set: gone });
  await fillSearchTokens.run(deps);
  const found = async (query: string) =>
    (await listSubmissions(submissionKinds.evaluations, { query }, { deps })).rows.length;
  expect([await found('canaria'), await found('unreadable'), await found('testwright')]).toEqual([0, 0, 1]);
});

it('makes clients of the version before findable by what they entered, and goes on where it was interrupted', async () => {
  await empty(deps, 'phone_numbers', 'email_addresses', 'consents', 'limits');
  const client = await createClient(
    { ssn: contractAnswers.ssn, dateOfBirth: '1968-04-27', pin: '8052' },
    deps,
  );
  const add = (kind: 'phone-number' | 'email-address', answers: Answers) =>
    addEntry({ client, kind, key: randomUUID(), answers }, deps);
  await add('phone-number', { phone_number: '2015550188' });
  await add('phone-number', { phone_number: '2015550189' });
  await add('email-address', { email: 'own.canary@example.org' });
  const entered = ['phone_numbers', 'email_addresses'];
  for (const name of entered)
    await deps.portal.collection(name).updateMany({}, { $unset: { search_tokens: '' } });
  const found = async () => {
    const queries = ['201 555 0188', '0189', 'own.canary@example.org', 'own.canary', '0000'];
    const lists = await Promise.all(queries.map((query) => listClients({ query }, { deps })));
    return lists.map(({ rows }) => rows.length);
  };
  const rows = () => Promise.all(entered.map((name) => deps.portal.collection(name).find().toArray()));
  expect(await found()).toEqual([0, 0, 0, 0, 0]);
  const made = { search_tokens: [{ k: 'k1', t: ['made-by-another'] }] };
  await deps.portal.collection('phone_numbers').updateOne({}, { $set: made });
  await Promise.all(Array.from({ length: 3 }, () => migrate(deps, [fillEntrySearchTokens])));
  expect(await found()).toEqual([0, 1, 1, 1, 0]);
  const after = await rows();
  await fillEntrySearchTokens.run(deps);
  expect(await rows()).toEqual(after);
  await empty(deps, ...entered);
});

it('does nothing on a new installation', async () => {
  await migrate(deps, [fillSearchTokens]);
  expect(await stored()).toEqual([[], [], [], []]);
});
