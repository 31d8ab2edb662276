import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import type { StaffRole } from '#api/accounts/staff/roles.ts';
import type { Deps } from '#api/platform/deps.ts';
import { setFigure } from '../../cms/testing.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { removeSamplesOnServer } from './samples.router.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const add = () =>
  deps.payload.create({
    collection: 'people',
    data: { name: 'Alex Doe', role: 'Hearings', order: 1, sample: true, _status: 'published' },
  });

async function signIn(role: StaffRole) {
  const account = { email: `${role}@example.com`, password: 'correct horse battery' };
  await createStaff({ name: role, role, ...account }, deps);
  const { call } = visitor(deps);
  await call.staff.signInWithEmail(account);
  return call.samples;
}

it('samples are counted for staff and removed by administrators only', async () => {
  await add();
  const { samples } = visitor(deps).call;
  await expect(samples.count()).rejects.toMatchObject({ code: 'signed-out' });
  await expect(samples.removeAll()).rejects.toMatchObject({ code: 'signed-out' });
  const reviewer = await signIn('reviewer');
  expect(await reviewer.count()).toMatchObject({ count: 1, phrase: '1 person who works here' });
  await expect(reviewer.removeAll()).rejects.toMatchObject({ code: 'forbidden' });
  const admin = await signIn('admin');
  vi.spyOn(deps.payload, 'delete').mockRejectedValueOnce(new Error('down'));
  await expect(admin.removeAll()).rejects.toMatchObject({
    code: 'unavailable',
    message: '0 samples were removed, but 1 could not be. Please try again.',
  });
  expect(await admin.removeAll()).toEqual({ removed: 1, sentence: 'Removed 1 person who works here.' });
  expect(await admin.count()).toMatchObject({ count: 0, phrase: '' });
});

it('staff are told which results of the firm say no count, until both period and count are entered', async () => {
  const value = { value: '85%+', period: '2019 to 2025' };
  await setFigure(deps.payload, 'hearingSuccessRate', value);
  const samples = await signIn('read_only');
  expect((await samples.count()).uncounted).toEqual([
    'Our hearings won, 85%+',
    'Years in service, 30+',
    'Clients helped, 10,000+',
    'Clients by referral, 75%',
  ]);
  await setFigure(deps.payload, 'hearingSuccessRate', { ...value, counted: 'hearings held' });
  expect((await samples.count()).uncounted).not.toContain('Our hearings won, 85%+');
});

it('the command on the server removes them too, on record', async () => {
  await add();
  expect(await removeSamplesOnServer(deps)).toBe('Removed 1 person who works here.');
  const entry = { actor: 'server', action: 'samples.removeAll' };
  expect(await deps.audit.entries.countDocuments(entry)).toBe(1);
});

it('the command takes a public sample off the site whose newer draft has no mark, and keeps the draft', async () => {
  const { id } = await add();
  const collection = 'people';
  const draft = { name: 'Ben Known', sample: false, _status: 'draft' } as const;
  await deps.payload.update({ collection, id, draft: true, data: draft });
  expect(await removeSamplesOnServer(deps)).toBe('Took Alex Doe off the site and kept the newer draft.');
  expect((await deps.payload.find({ collection, overrideAccess: false })).docs).toEqual([]);
  expect(await deps.payload.findByID({ collection, id, draft: true })).toMatchObject(draft);
});
