import { randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readProfile } from '../api/accounts/clients/read-profile.ts';
import { type ProfileKind, profileKinds } from '../api/casework/profile/profile-kinds.ts';
import { type EntryAction, pathOf } from '../web/app/portal/profile/profile-words.ts';
import { parseEnv } from '../web/env.ts';
import { addClient, refusal, register, registration, ssnOf, type Visitor } from './setup/clients.ts';
import { empty, visitor } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const address = { street_address: '7 Canary Court', zip_code: '07102', city: 'Newark', state: 'NJ' };
const answersOf: Record<ProfileKind, Answers> = {
  'mailing-address': address,
  'phone-number': { phone_number: '2015550123' },
  'email-address': { email: 'canary@example.org' },
  'emergency-contact': { contact_name: 'Sam Canary', phone_number: '2015550171' },
  'medical-facility': { ...address, facility_name: 'Canary Hospital' },
  'medical-treatment': { visit_date: '12/2025', reason: 'Back pain' },
};

const collections = [...Object.values(profileKinds).map(({ collection }) => collection), 'consents'];

let running: SiteInProcess;
let client: Visitor;
let session: string;
const ids = new Map<ProfileKind, string>();
beforeAll(async () => {
  running = await openSite();
});
beforeEach(async () => {
  const { deps } = running;
  await empty(deps, 'clients', 'limits', ...collections);
  client = visitor(deps);
  session = await deps.clientSessions.create(await addClient(deps, { ssn: ssnOf(1) }));
  client.context.cookies.set('client', session, { sameSite: 'Lax' });
  for (const kind of Object.keys(answersOf) as ProfileKind[]) ids.set(kind, await add(kind));
});
afterEach(() => rejectWrites(false));
afterAll(() => running.close());

async function add(kind: ProfileKind): Promise<string> {
  const facility = kind === 'medical-treatment' && { facility: ids.get('medical-facility') ?? '' };
  const added = { kind, key: randomUUID(), answers: answersOf[kind], ...facility };
  return (await client.call.profile.add(added)).id;
}

/** Makes the database reject what is written of clients, as if its disk were full. */
async function rejectWrites(refused: boolean): Promise<void> {
  const validator = refused ? { never: { $exists: true } } : {};
  const { portal } = running.deps;
  const database = portal.getClient().db(portal.name);
  for (const collMod of ['clients', ...collections]) await database.command({ collMod, validator });
}

/** @returns the query with which the page of a kind shows its form. */
function openForm(kind: ProfileKind, action: EntryAction): string {
  if (kind === 'medical-treatment')
    return action === 'change' ? `?edit=${ids.get(kind)}` : `?at=${ids.get('medical-facility')}`;
  return kind === 'mailing-address' ? '?form' : '?add';
}

/** Posts one of the forms as a browser without JavaScript does. */
function post(kind: ProfileKind, action: EntryAction) {
  const facility = kind === 'medical-treatment' && { _facility: ids.get('medical-facility') ?? '' };
  const own = {
    _do: action,
    _kind: kind,
    _id: ids.get(kind) ?? '',
    _revision: '1',
    _key: randomUUID(),
    ...facility,
  };
  const answers = Object.entries(answersOf[kind]).map(([name, value]) => [name, String(value)]);
  const { PUBLIC_URL: origin } = parseEnv(process.env);
  return running.site.inject({
    method: 'POST',
    url: pathOf[kind] + openForm(kind, action),
    payload: new URLSearchParams({
      ...own,
      ...(action === 'add' || action === 'change' ? Object.fromEntries(answers) : {}),
    }).toString(),
    headers: {
      origin,
      'sec-fetch-site': 'same-origin',
      cookie: `client=${session}`,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
}

describe('what could not be stored is said in the words for it, and what was typed stays', () => {
  test.each<[ProfileKind, EntryAction, string]>([
    ['mailing-address', 'add', 'Failed to save address.'],
    ['mailing-address', 'change', 'Failed to update address.'],
    ['phone-number', 'add', 'Failed to add phone number.'],
    ['phone-number', 'remove', 'Failed to delete phone number.'],
    ['phone-number', 'make-primary', 'Failed to update primary phone.'],
    ['phone-number', 'grant', 'Failed to update text consent.'],
    ['email-address', 'add', 'Failed to add email address.'],
    ['email-address', 'remove', 'Failed to delete email address.'],
    ['email-address', 'make-primary', 'Failed to update primary email.'],
    ['emergency-contact', 'add', 'Failed to add emergency contact.'],
    ['emergency-contact', 'remove', 'Failed to delete emergency contact.'],
    ['medical-facility', 'add', 'Failed to add medical facility.'],
    ['medical-treatment', 'add', 'Failed to add treatment.'],
    ['medical-treatment', 'change', 'Failed to update treatment.'],
    ['medical-treatment', 'remove', 'Failed to delete treatment.'],
  ])('%s, %s: %s', async (kind, action, words) => {
    if (action === 'add' && kind === 'mailing-address') await empty(running.deps, 'mailing_addresses');
    await rejectWrites(true);
    const response = await post(kind, action);
    expect(response.statusCode).toBe(500);
    expect(response.body).toContain(words);
    const typed = action === 'add' || action === 'change' ? Object.values(answersOf[kind]).map(String) : [];
    for (const text of typed.filter((each) => /[a-z]/.test(each)))
      expect(response.body).toContain(`"${text}"`);
  });
});

test('a registration that could not be stored says so, and can be sent again', async () => {
  await rejectWrites(true);
  const who = visitor(running.deps);
  expect(await refusal(register(who))).toMatchObject({
    code: 'unavailable',
    message: 'Failed to create client profile.',
  });
  await rejectWrites(false);
  expect(await refusal(register(who))).toBeUndefined();
});

test('a client whose account is gone reads that the data could not be loaded', async () => {
  expect(await refusal(readProfile(randomUUID(), running.deps))).toMatchObject({
    code: 'not-found',
    message: 'Could not load client data.',
  });
});

describe('a form that our side could not take says so with status 503, and keeps what is no secret', () => {
  const typed = {
    ssn: '219-09-6789',
    'date_of_birth.month': '4',
    'date_of_birth.day': '12',
    'date_of_birth.year': '1958',
    pin: '7391',
  };

  /** Posts a form as a browser without JavaScript does, while a collection takes nothing. */
  async function postRefused(path: string, fields: Record<string, string>, collection: string) {
    const page = await running.site.inject({ url: path, headers: { accept: 'text/html' } });
    const token = /name="_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { portal } = running.deps;
    const database = portal.getClient().db(portal.name);
    await database.command({ collMod: collection, validator: { never: { $exists: true } } });
    try {
      return await running.site.inject({
        method: 'POST',
        url: path,
        payload: new URLSearchParams({ ...fields, _token: token }).toString(),
        headers: {
          origin: parseEnv(process.env).PUBLIC_URL,
          'sec-fetch-site': 'same-origin',
          cookie,
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
    } finally {
      await database.command({ collMod: collection, validator: {} });
    }
  }

  test.each(['limits', 'client_sign_in_tries'])('login, while %s take nothing', async (collection) => {
    const response = await postRefused('/client-login', { ssn: typed.ssn, pin: typed.pin }, collection);
    expect(response.statusCode).toBe(503);
    expect(response.body).toMatch(/Login Failed.*An error occurred during login\./s);
    expect(response.body).not.toMatch(/219-?09-?6789|"7391"/);
  });

  test('login, while no session can be stored', async () => {
    await empty(running.deps, 'clients');
    await register(visitor(running.deps));
    const { ssn, pin } = registration;
    const response = await postRefused('/client-login', { ssn, pin }, 'client_sessions');
    expect(response.statusCode).toBe(503);
    expect(response.body).toMatch(/Login Failed.*An error occurred during login\./s);
  });

  test.each([
    ['limits', 'An error occurred during registration.'],
    ['clients', 'Failed to create client profile.'],
  ])('registration, while %s take nothing: %s', async (collection, words) => {
    const { pin } = typed;
    const fields = { ...typed, confirm_pin: pin, not_a_robot: 'on' };
    const response = await postRefused('/client-register', fields, collection);
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('Registration Failed');
    expect(response.body).toContain(words);
    expect(response.body).toMatch(/value="1958"/);
    expect(response.body).not.toMatch(/219-?09-?6789|"7391"/);
  });
});
