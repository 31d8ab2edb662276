import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { refusal, staffSession } from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { readOutbox } from '../../../tests/setup/outbox.ts';
import { createStaff } from './create-staff.ts';
import { inviteFirstAdmin } from './staff-links.ts';

const password = 'nine lantern kettle orchard';
const ended = {
  code: 'not-found',
  message: 'This link no longer works. Ask an administrator for a new one.',
};

let deps: Deps;
let adminId: string;
let admin: ReturnType<typeof visitor>['call'];
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'limits', 'outbox');
  const email = 'admin@example.org';
  adminId = await createStaff({ name: 'Admin', email, password: 'correct horse battery' }, deps);
  admin = (await staffSession(adminId, deps)).call;
});
afterAll(() => deps.close());

const pat = { name: 'Pat Example', email: 'pat@example.org', role: 'reviewer' } as const;
const staff = () => deps.portal.collection<{ _id: string; link_expires_at?: Date }>('staff');
const patsId = async () => String((await staff().findOne({ email: pat.email }))?._id);
const use = (link: string, given = password) =>
  visitor(deps).call.staff.setPassword({ link, password: given });
const signIn = (given: string) =>
  refusal(visitor(deps).call.staff.signInWithEmail({ email: pat.email, password: given }));

/** @returns every email with a link, the oldest first. */
async function emails() {
  const found = await readOutbox(deps);
  return found.flatMap((email) => {
    const link = /welcome#link=([\w-]+)/.exec(email.text)?.[1];
    return link ? [{ ...email, link }] : [];
  });
}

/** Invites Pat. @returns the secret in the link. */
async function invite(): Promise<string> {
  await admin.staffAccounts.invite(pat);
  return (await emails()).at(-1)?.link ?? '';
}

describe('an invitation', () => {
  it('is refused for an email that is none or that an account has, and then sends nothing', async () => {
    await invite();
    for (const email of ['pat', 'Pat <pat@example.org>', ' PAT@example.org ', 'admin@example.org'])
      expect(await refusal(admin.staffAccounts.invite({ ...pat, email }))).toMatchObject({
        code: 'bad-input',
        fields: { email: expect.any(String) },
      });
    expect(await emails()).toHaveLength(1);
    expect(await staff().countDocuments()).toBe(2);
  });

  it('makes an account that nobody can sign in to until a password is chosen', async () => {
    await invite();
    const [, account] = await admin.staffAccounts.list();
    expect(account).toMatchObject({ name: pat.name, role: 'reviewer', state: 'invited', lastSignInAt: null });
    expect(await signIn('undefined')).toMatchObject({ message: 'Invalid email or password' });
  });

  it('leads by email to a password and signs in, with 256 random bits of which only a hash is stored', async () => {
    const link = await invite();
    expect((await emails())[0]).toMatchObject({ kind: 'staff-invitation', to: pat.email });
    expect(link).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(await staff().find().toArray())).not.toContain(link);
    const { call } = visitor(deps);
    await call.staff.setPassword({ link, password });
    expect(await call.staff.me()).toMatchObject({ name: pat.name, role: 'reviewer' });
    expect(await signIn(password)).toBeUndefined();
  });

  it('works once, also for two at the same moment', async () => {
    const link = await invite();
    const both = await Promise.all([refusal(use(link)), refusal(use(link, `${password} twice`))]);
    expect(both.filter((refused) => !refused)).toHaveLength(1);
    expect(both.find(Boolean)).toMatchObject(ended);
    expect(await refusal(use(link))).toMatchObject(ended);
  });

  it('is one entry on record where two use it at the same moment', async () => {
    const link = await invite();
    await emptyAuditLog(deps);
    await Promise.all([refusal(use(link)), refusal(use(link, `${password} twice`))]);
    const entries = await deps.audit.entries.find({ action: 'staff.setPassword' }).toArray();
    expect(entries).toMatchObject([{ actor: `staff:${await patsId()}` }]);
  });

  it('sets no password while that cannot be put on record, and still works afterwards', async () => {
    const link = await invite();
    const who = visitor(deps);
    const full = { ...deps.audit, record: () => Promise.reject(new Error('the disk is full')) };
    Object.assign(who.context, { deps: { ...deps, audit: full } });
    await expect(who.call.staff.setPassword({ link, password })).rejects.toThrow();
    expect(await signIn(password)).toMatchObject({ message: 'Invalid email or password' });
    expect(await refusal(use(link))).toBeUndefined();
  });

  it('is not used up by a password that is too easy', async () => {
    const link = await invite();
    for (const easy of ['short', 'password1234', 'pat@example.org'])
      expect(await refusal(use(link, easy))).toMatchObject({
        code: 'bad-input',
        fields: { password: expect.any(String) },
      });
    expect(await refusal(use(link))).toBeUndefined();
  });

  it('ends after seven days, with a newer one, and with the account for good', async () => {
    const first = await invite();
    const left = Number((await staff().findOne({ email: pat.email }))?.link_expires_at) - Date.now();
    expect(left / 86_400_000).toBeCloseTo(7, 2);
    await admin.staffAccounts.sendLink({ id: await patsId(), version: 0 });
    const second = (await emails()).at(-1)?.link ?? '';
    expect(await refusal(use(first))).toMatchObject(ended);
    await admin.staffAccounts.disable({ id: await patsId(), version: 1 });
    expect(await refusal(use(second))).toMatchObject(ended);
    await admin.staffAccounts.enable({ id: await patsId(), version: 2 });
    expect(await refusal(use(second))).toMatchObject(ended);
    await admin.staffAccounts.sendLink({ id: await patsId(), version: 3 });
    const third = (await emails()).at(-1)?.link ?? '';
    await staff().updateOne({ email: pat.email }, { $set: { link_expires_at: new Date(Date.now() - 1) } });
    expect(await refusal(use(third))).toMatchObject(ended);
    expect(await refusal(use('x'))).toMatchObject(ended);
  });
});

describe('a link for a new password', () => {
  it('leaves the old password until it is used, then ends every session of the account', async () => {
    await use(await invite());
    const member = visitor(deps);
    await member.call.staff.signInWithEmail({ email: pat.email, password });
    await admin.staffAccounts.sendLink({ id: await patsId(), version: 0 });
    const sent = (await emails()).at(-1);
    expect(sent).toMatchObject({ kind: 'staff-new-password', to: pat.email });
    expect(await signIn(password)).toBeUndefined();
    await use(sent?.link ?? '', `${password} two`);
    expect(await refusal(member.call.staff.me())).toMatchObject({ code: 'signed-out' });
    expect(await signIn(password)).toMatchObject({ message: 'Invalid email or password' });
    expect(await signIn(`${password} two`)).toBeUndefined();
  });

  it('is sent neither for a disabled account nor for one that changed meanwhile', async () => {
    await use(await invite());
    const id = await patsId();
    await admin.staffAccounts.disable({ id, version: 0 });
    const send = (version: number) => refusal(admin.staffAccounts.sendLink({ id, version }));
    expect(await send(0)).toMatchObject({ code: 'conflict', title: 'Not saved' });
    expect(await send(1)).toMatchObject({ message: 'This account is disabled. Enable it first.' });
    expect(await emails()).toHaveLength(1);
  });
});

describe('the link of the first administrator', () => {
  beforeEach(() => empty(deps, 'staff'));
  const first = (to: string = pat.email) => inviteFirstAdmin(() => to, deps);
  const secretOf = (invited: Awaited<ReturnType<typeof first>>) =>
    /^#link=([\w-]+)$/.exec(new URL(invited?.url ?? '').hash)?.[1] ?? '';

  it('leads to a password and the rights of an administrator, and is mailed to nobody', async () => {
    const link = secretOf(await first());
    const { call } = visitor(deps);
    await call.staff.setPassword({ link, password });
    expect(await call.staff.me()).toMatchObject({ role: 'admin', shared: false });
    expect(await refusal(use(link))).toMatchObject(ended);
    expect(await emails()).toHaveLength(0);
    expect((await call.staff.ways()).shared).toBe(false);
  });

  it('is replaced by the next one, for another address if need be, until it is used', async () => {
    const old = secretOf(await first());
    const next = await first('corrected@example.org');
    expect(next).toMatchObject({ isNew: false });
    expect(await refusal(use(old))).toMatchObject(ended);
    expect(await refusal(use(secretOf(next)))).toBeUndefined();
    expect(await staff().find().toArray()).toMatchObject([{ email: 'corrected@example.org' }]);
    const notNeeded = () => {
      throw new Error('asked for an address');
    };
    expect(await inviteFirstAdmin(notNeeded, deps)).toBeNull();
  });

  it('is not given to an installation that has people, and not to an address that is none', async () => {
    expect(await refusal(first('pat'))).toMatchObject({ code: 'bad-input' });
    await createStaff({ name: 'Admin', email: 'admin@example.org', password }, deps);
    expect(await first()).toBeNull();
    await staff().updateMany({}, { $set: { disabled_at: new Date() } });
    expect(await first()).toBeNull();
  });
});
