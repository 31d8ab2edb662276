import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { openDeps as open } from '#api/open-deps.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addFigures } from '../../seed/figures.ts';
import { samplePeople } from '../../seed/sample-people.ts';
import { site } from '../../seed/site.ts';
import { addClient, registration, signIn, staffMember, type Visitor } from '../../tests/setup/clients.ts';
import { evaluationAnswers, openDeps, visitor } from '../../tests/setup/deps.ts';
import { removeSamplePeople } from './remove-sample-people.ts';
import { addSamplePeople } from './sample-people.ts';

const trial = { ssn: '219099999', dateOfBirth: '1958-04-12', pin: '7391' };
const staffEmail = 'reviewer@example.com';

let deps: Deps;
let admin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.updateGlobal({ slug: 'site', data: site as never });
  await addFigures(deps.payload);
  deps.content.forget();
  await createStaff({ name: 'Rita Viewer', email: staffEmail, password: 'correct horse battery' }, deps);
  admin = await staffMember(deps, 'admin');
});
afterAll(() => deps.close());

const add = () => addSamplePeople(samplePeople(trial), { staffEmail }, deps);
const count = (collection: string, filter = {}) => deps.portal.collection(collection).countDocuments(filter);
const stateful = [
  ...['case_evaluations', 'attorney_applications', 'call_requests', 'signed_contracts', 'clients'],
  ...['documents', 'client_documents', 'mailing_addresses', 'claim_updates', 'client_links', 'client_notes'],
  ...['agency_notices', 'events', 'consents'],
];
const countAll = async () =>
  Object.fromEntries(await Promise.all(stateful.map(async (name) => [name, await count(name)])));

describe('the people of a trial', () => {
  it('are added once, also after an interrupted start, and nobody gets an email or a notice about them', async () => {
    const { clients, submissions } = samplePeople(trial);
    const broken = {
      clients: clients.slice(0, 2),
      submissions: [{ ...submissions[0], answers: {} } as never],
    };
    await expect(addSamplePeople(broken, { staffEmail }, deps)).rejects.toThrow();
    expect(await count('clients')).toBe(2);
    expect(await add()).toBe(clients.length + submissions.length);
    const first = await countAll();
    expect(await add()).toBe(0);
    expect(await countAll()).toEqual(first);
    expect(await count('outbox')).toBe(0);
    expect(await count('staff_notices')).toBe(0);
  });

  it('show staff every state of what is sent, each marked as a sample', async () => {
    for (const queue of ['evaluations', 'applications', 'callRequests'] as const) {
      const { rows } = await admin.call[queue].list({});
      expect(new Set(rows.map(({ status }) => status)), queue).toEqual(
        new Set(['pending', 'approved', 'rejected']),
      );
      expect(rows.every(({ isSample }) => isSample)).toBe(true);
    }
    const { rows } = await admin.call.evaluations.list({});
    expect(rows[0]).toMatchObject({ isUrgent: true, appealBy: { daysLeft: expect.any(Number) } });
    const left = rows.flatMap(({ callBy }) => callBy?.minutesLeft ?? []);
    expect([Math.min(...left) < 0, Math.max(...left) > 0]).toEqual([true, true]);
  });

  it('show staff clients in every state, contracts with and without an account, and who waits', async () => {
    const confirmed = await admin.call.clients.list({ status: 'verified' });
    const unconfirmed = await admin.call.clients.list({ status: 'unverified' });
    expect([confirmed.rows.length, unconfirmed.rows.length]).toEqual([2, 2]);
    expect(await count('events', { name: 'closed', sample: true })).toBe(1);
    const contracts = await admin.call.contracts.list({});
    const owners = await Promise.all(
      contracts.rows.map(async ({ id }) => (await admin.call.contracts.detail({ id })).client),
    );
    expect(contracts.rows).toHaveLength(5);
    expect(owners.filter((owner) => owner === null).length).toBeGreaterThan(1);
    expect(owners.filter((owner) => owner !== null).length).toBeGreaterThan(1);
    expect(await count('client_documents', { unread: true })).toBe(2);
    expect((await admin.call.clients.list({ status: 'waiting' })).rows.length).toBeGreaterThan(2);
  });

  it('have a client who signs in, has a name, a claim, papers, a held notice, and four documents to download', async () => {
    const pat = visitor(deps);
    await signIn(pat, { ssn: trial.ssn, pin: trial.pin });
    expect(await pat.call.clients.me()).toMatchObject({ firstName: 'Pat' });
    expect(await pat.call.claims.mine()).toMatchObject({ step: 'reconsideration' });
    const downloads = await pat.call.downloads.list();
    expect(downloads.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(await pat.call.profile.notice()).toMatchObject({ state: 'held' });
  });

  it('are counted in words for administrators, and removed without touching anybody else', async () => {
    const kept = await addClient(deps, { ssn: registration.ssn });
    await submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, key: 'real' }, { deps });
    expect(await admin.call.samples.count()).toMatchObject({
      count: 24,
      people: '4 call requests, 7 case evaluations, 4 attorney applications, 5 contracts, and 4 clients',
    });
    const { removed, sentence } = await admin.call.samples.removeAll();
    expect(removed).toBe(24);
    expect(sentence).toMatch(/^Removed 4 call requests, .* from the back office\.$/);
    const left = await countAll();
    expect(left).toEqual({
      ...Object.fromEntries(stateful.map((name) => [name, 0])),
      clients: 1,
      events: 1,
      case_evaluations: 1,
    });
    expect(await count('events', { client_id: kept, name: 'registered' })).toBe(1);
    expect(await count('clients', { _id: kept as never })).toBe(1);
    expect(await count('document_files.files')).toBe(0);
    expect(await admin.call.samples.count()).toMatchObject({ count: 0, people: '' });
  });

  it('are gone once the public can reach the site', async () => {
    await add();
    const settings = { ...deps.settings, PUBLIC_URL: 'https://firm.example' };
    const opened = await open(settings, () => {});
    opened.payload.destroy = async () => {};
    expect(await count('clients', { sample: true })).toBe(0);
    expect(await count('case_evaluations')).toBe(1);
    await opened.close();
    await removeSamplePeople(deps);
  });
});
