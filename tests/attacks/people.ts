import { randomUUID } from 'node:crypto';
import { clientsCollection } from '../../api/accounts/clients/client.model.ts';
import { createClient } from '../../api/accounts/clients/create-client.ts';
import type { StaffRole } from '../../api/accounts/staff/roles.ts';
import { addNote, clientNotesCollection } from '../../api/casework/clients/client-notes.ts';
import { addDocument } from '../../api/casework/clients/store-document.ts';
import { currentAgreement } from '../../api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '../../api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '../../api/casework/intake/submission-handlers.ts';
import { agencyNoticesCollection } from '../../api/casework/profile/agency-notice.model.ts';
import { addEntry } from '../../api/casework/profile/entries.ts';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import { lookupFilter, lookupHashes } from '../../api/platform/keys/lookups.ts';
import { endedCookie, signInPerson } from '../../cms/testing.ts';
import type { Answers } from '../../forms/definition.ts';
import { type QueueName, type ReviewedIntake, reviewedIntakes } from '../../forms/intakes.ts';
import { getForm } from '../../forms/registry.ts';
import { developerForms } from '../../web/server/developer-forms.ts';
import { addStaff } from '../setup/clients.ts';
import { applicationAnswers, contractAnswers } from '../setup/deps.ts';
import { type Caller, callers } from './declared.ts';
import type { Target } from './target.ts';

/** Must not appear in responses to anyone but staff. */
export const names = { first_name: 'Attackcanary', last_name: 'Quillfeather' };
/** Must not appear in any response, in any format, except that staff may see the date of birth. */
export const secrets = { ssn: '218457391', dateOfBirth: '1957-11-23', pin: '7306' };
/** The title of unpublished documents. */
export const draftTitle = 'Draftcanary heading';

export interface People {
  /** @param fresh signs in again, for calls that may end the session. @returns the caller's Cookie header. */
  cookieOf(caller: Caller, fresh?: boolean): Promise<string>;
  /** Ids of real records. */
  ids: {
    submissions: Record<QueueName, string>;
    contract: string;
    attorney: string;
    editor: string;
    client: string;
    /** Members of staff who never sign in, to be changed, disabled and enabled. */
    colleagues: Record<'change' | 'disable' | 'enable', string>;
    /** One that staff may change. */
    callingClient: string;
    /** About that one. */
    note: string;
    document: string;
    notice: string;
  };
}

/** Creates the records to protect and the callers' accounts. */
export async function makePeople({ deps }: Target): Promise<People> {
  const { portal, payload, staffSessions, clientSessions } = deps;
  const ids = await makeRecords(deps);
  const staffOf = {
    staff: await addStaff(deps, 'admin'),
    reviewer: await addStaff(deps, 'reviewer'),
    readOnly: await addStaff(deps, 'read_only'),
  };
  // Separate accounts for fresh sessions: a sign-in can end an account's oldest session, and signing out everywhere ends
  // all of them, which must not affect the shared ones.
  const [nextStaff, nextClient] = [
    cycle(await Promise.all(spareIndexes.map(() => addStaff(deps, 'admin')))),
    cycle(await Promise.all(spareIndexes.map((n) => addClient(String(218457400 + n), deps)))),
  ];
  // The shared password can only be turned off while another admin has signed in.
  await portal
    .collection<{ _id: string }>('staff')
    .updateOne({ _id: staffOf.staff }, { $set: { last_sign_in_at: new Date() } });
  const spares = async (role: StaffRole) => cycle([await addStaff(deps, role), await addStaff(deps, role)]);
  const [nextReviewer, nextReadOnly] = [await spares('reviewer'), await spares('read_only')];
  const colleagues = {
    change: await addStaff(deps, 'reviewer'),
    disable: await addStaff(deps, 'reviewer'),
    enable: await addStaff(deps, 'reviewer'),
  };
  const otherId = await addClient('218457392', deps);
  const callingClient = await addClient('219457393', deps);
  await addNote(
    { id: callingClient, staff: staffOf.reviewer, key: randomUUID(), text: names.first_name },
    deps,
  );
  const note = String((await portal.collection(clientNotesCollection.name).findOne())?._id);
  const { document } = await addDocument(
    { id: callingClient, staff: staffOf.reviewer, title: names.last_name, type: 'other', file: smallPdf() },
    deps,
  );
  await addEntry(
    { client: callingClient, kind: 'mailing-address', key: randomUUID(), answers: address },
    deps,
  );
  const notice = String((await portal.collection(agencyNoticesCollection.name).findOne())?._id);
  const person = async (role: 'editor' | 'publisher' | 'admin') => signInPerson(payload, role);
  const admin = await person('admin');
  const editor = await person('editor');
  const staff = async (id: string) => `admin=${await staffSessions.create(id)}`;
  const client = async (id: string) => `client=${await clientSessions.create(id)}`;

  const sharedAccounts: Accounts = { ...staffOf, client: ids.client, otherClient: otherId };
  const spareAccounts = (): Accounts => ({
    staff: nextStaff(),
    reviewer: nextReviewer(),
    readOnly: nextReadOnly(),
    client: nextClient(),
    otherClient: nextClient(),
  });

  const cookieFactories: Record<Caller, (accounts: Accounts) => Promise<string>> = {
    nobody: async () => '',
    client: (accounts) => client(accounts.client),
    otherClient: (accounts) => client(accounts.otherClient),
    staff: (accounts) => staff(accounts.staff),
    reviewer: (accounts) => staff(accounts.reviewer),
    readOnly: (accounts) => staff(accounts.readOnly),
    editor: async () => (await person('editor')).cookie,
    publisher: async () => (await person('publisher')).cookie,
    cmsAdmin: async () => (await person('admin')).cookie,
    async forged() {
      return `admin=${makeSecret()}; client=${makeSecret()}; ${admin.cookie.slice(0, -20)}${makeSecret().slice(0, 20)}`;
    },
    async unsigned() {
      const [name, token = ''] = admin.cookie.split('=');
      const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', authVersion: 1 })).toString(
        'base64url',
      );
      return `${name}=${header}.${token.split('.')[1]}.`;
    },
    async expired(accounts) {
      const secrets = {
        staff: await staffSessions.create(accounts.staff),
        client: await clientSessions.create(accounts.client),
      };
      const expired = { $set: { expires_at: new Date(Date.now() - 1_000) } };
      const expire = (name: string, secret: string) =>
        portal.collection<{ _id: string }>(name).updateOne({ _id: hashSecret(secret) }, expired);
      await expire('staff_sessions', secrets.staff);
      await expire('client_sessions', secrets.client);
      return `admin=${secrets.staff}; client=${secrets.client}; ${await endedCookie(payload, admin)}`;
    },
    async swapped(accounts) {
      const secrets = {
        staff: await staffSessions.create(accounts.staff),
        client: await clientSessions.create(accounts.client),
      };
      const [name, token] = admin.cookie.split('=');
      return `admin=${secrets.client}; client=${secrets.staff}; ${name}=${secrets.staff}; draft=${token}`;
    },
  };
  const cookies = new Map<Caller, Promise<string>>();
  const cookieOf: People['cookieOf'] = (caller, fresh = false) => {
    if (fresh) return cookieFactories[caller](spareAccounts());
    const cookie = cookies.get(caller) ?? cookieFactories[caller](sharedAccounts);
    cookies.set(caller, cookie);
    return cookie;
  };
  // Created up front, so that no account is added while the attack watches the database for changes.
  await Promise.all(callers.map((caller) => cookieOf(caller)));
  return { ids: { ...ids, callingClient, note, document, notice, editor: editor.id, colleagues }, cookieOf };
}

const address = { street_address: '12 Canary Lane', city: 'Newark', state: 'NJ', zip_code: '07102' };

async function* smallPdf() {
  yield Buffer.from(`%PDF-1.7\n${names.first_name}\n%%EOF\n`);
}

/** Ids of the accounts to create sessions for. */
type Accounts = Record<'staff' | 'reviewer' | 'readOnly' | 'client' | 'otherClient', string>;

const spareIndexes = [0, 1, 2, 3, 4, 5, 6, 7];

function cycle<T>(items: readonly T[]): () => T {
  let next = 0;
  return () => items[next++ % items.length] as T;
}

async function makeRecords(deps: Target['deps']) {
  const { portal, payload } = deps;
  const signing = { address: '203.0.113.9', userAgent: 'x' };
  const agreement = currentAgreement.version;
  const idOf = async (collection: string, { reference }: { reference: string }) => {
    const found = await portal.collection(collection).findOne({ reference });
    return String(found?._id);
  };
  const submitted = reviewedIntakes.map(async ({ form, queue: { name, collection } }) => {
    const sent = { answers: answersTo(form), key: randomUUID() };
    return [name, await idOf(collection, await submissionHandlers[form].submit(sent, { deps }))];
  });
  const attorney = await payload.create({
    collection: 'attorneys',
    data: { ...applicationAnswers, state: 'NJ', listed: true },
  });
  const signed = await contractHandler.submit(
    { answers: contract, key: randomUUID(), agreement },
    { ...signing, deps },
  );
  return {
    submissions: Object.fromEntries(await Promise.all(submitted)) as Record<QueueName, string>,
    contract: await idOf('signed_contracts', signed),
    attorney: attorney.id,
    client: await addClient(secrets.ssn, deps),
  };
}

/** @returns the form's example, sent by the person whose names must not leak. */
function answersTo(form: ReviewedIntake['form']): Answers {
  const asked = getForm(form).schema.properties ?? {};
  const named = Object.entries({ ...names, name: names.first_name });
  return {
    ...developerForms.exampleOf(form),
    ...Object.fromEntries(named.filter(([field]) => Object.hasOwn(asked, field))),
  };
}

const contract = {
  ...contractAnswers,
  ...names,
  ssn: secrets.ssn,
  date_of_birth: secrets.dateOfBirth,
  signature_name: `${names.first_name} ${names.last_name}`,
};

async function addClient(ssn: string, deps: Target['deps']): Promise<string> {
  await createClient({ ssn, dateOfBirth: secrets.dateOfBirth, pin: secrets.pin }, deps);
  const found = lookupFilter('ssn_lookup', lookupHashes(deps.keys.lookups, 'client-ssn', ssn));
  const { _id } = await clientsCollection.model(deps.portal).findOne(found, { _id: 1 }).lean().orFail();
  return _id;
}
