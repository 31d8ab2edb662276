import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, clientSession, refusal, ssnOf, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';

const kind = 'mailing-address';
const answers = { street_address: '7 Canary Court', city: 'Newark' };
const cookie = 'client-typed';

let deps: Deps;
let client: Visitor;
let other: Visitor;
let owner: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients', 'limits', 'phone_numbers', 'mailing_addresses');
  client = await openPortal(ssnOf(1));
  other = await openPortal(ssnOf(2));
  ({ owner } = await client.call.profile.typed({ kind }));
});
afterAll(() => deps.close());

async function openPortal(ssn: string): Promise<Visitor> {
  const who = await clientSession(await addClient(deps, { ssn }), deps);
  return who;
}

/** @returns the cookie of a browser that sent typed answers when nobody was signed in any more. */
async function kept(typed: { owner?: string; answers?: Record<string, unknown> } = {}): Promise<string> {
  const signedOut = visitor(deps);
  await signedOut.call.profile.keepTyped({ owner, kind, revision: 3, answers, ...typed });
  return signedOut.context.cookies.get(cookie) ?? '';
}

/** @returns what a client reads in a browser with that cookie. */
async function read(who: Visitor, value: string, wanted: 'mailing-address' | 'phone-number' = kind) {
  who.context.cookies.set(cookie, value, { sameSite: 'Strict' });
  return (await who.call.profile.typed({ kind: wanted })).kept;
}

it('nobody who is signed out reads what was typed', async () => {
  const signedOut = visitor(deps);
  signedOut.context.cookies.set(cookie, await kept(), { sameSite: 'Strict' });
  expect(await refusal(signedOut.call.profile.typed({ kind }))).toMatchObject({ code: 'signed-out' });
});

it('another client at the same computer does not get what was typed', async () => {
  expect(await read(other, await kept())).toBeNull();
});

it('what was typed is not readable in the cookie, and a changed cookie is no answer', async () => {
  const value = await kept();
  expect(value).not.toContain('Canary');
  expect(Buffer.from(value.split('.')[3] ?? '', 'base64url').toString()).not.toContain('Canary');
  // Not at the very end, where another character can stand for the same bytes.
  const changed = value.at(-5) === 'A' ? 'B' : 'A';
  expect(await read(client, `${value.slice(0, -5)}${changed}${value.slice(-4)}`)).toBeNull();
});

it('answers that no form allows to be so long are not kept', async () => {
  expect(await kept({ answers: { street_address: 'x'.repeat(5_000) } })).toBe('');
});

it('what was typed beside documents is given back until the files are announced', async () => {
  const signedOut = visitor(deps);
  const papers = { type: 'other', note: 'Page 3 is missing.' };
  await signedOut.call.profile.keepTyped({ owner, kind: 'papers', revision: 0, answers: papers });
  client.context.cookies.set(cookie, signedOut.context.cookies.get(cookie) ?? '', { sameSite: 'Strict' });
  expect((await client.call.profile.typed({ kind: 'papers' })).kept?.answers).toEqual(papers);
  const file = { hash: 'A'.repeat(43), size: 10 };
  await client.call.uploads.begin({ type: 'other', note: papers.note, files: [file] });
  expect((await client.call.profile.typed({ kind: 'papers' })).kept).toBeNull();
});

it('the client who opened the form gets it back, in that form only, until it is saved', async () => {
  const value = await kept();
  expect(await read(client, value, 'phone-number')).toBeNull();
  expect(await read(client, value)).toEqual({ kind, revision: 3, answers });
  const save = (form: 'phone-number' | typeof kind, saved: Record<string, string>) =>
    client.call.profile.add({ kind: form, key: randomUUID(), answers: saved });
  await save('phone-number', { phone_number: '2015550190' });
  expect((await client.call.profile.typed({ kind })).kept).not.toBeNull();
  await save(kind, { ...answers, zip_code: '07102', state: 'NJ' });
  expect((await client.call.profile.typed({ kind })).kept).toBeNull();
});

it('the longest answers of a form are kept', async () => {
  const longest = { visit_date: '12/2025', reason: 'ü'.repeat(500), doctor_name: 'ß'.repeat(120) };
  const signedOut = visitor(deps);
  const typed = { owner, kind: 'medical-treatment', revision: 0, answers: longest } as const;
  await signedOut.call.profile.keepTyped({ ...typed, facility: 'a'.repeat(24) });
  client.context.cookies.set(cookie, signedOut.context.cookies.get(cookie) ?? '', { sameSite: 'Strict' });
  expect((await client.call.profile.typed({ kind: 'medical-treatment' })).kept?.answers).toEqual(longest);
});
