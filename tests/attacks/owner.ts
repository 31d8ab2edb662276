import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Model, type mongo, Types } from 'mongoose';
import { correctName } from '../../api/accounts/clients/change-access.ts';
import { clientDevices } from '../../api/accounts/clients/client-devices.ts';
import { createClient } from '../../api/accounts/clients/create-client.ts';
import { revealSsn } from '../../api/accounts/clients/reveal-ssn.ts';
import { readClaim } from '../../api/casework/claims/read-claim.ts';
import { setClaim } from '../../api/casework/claims/set-claim.ts';
import { addNote } from '../../api/casework/clients/client-notes.ts';
import { decideLink } from '../../api/casework/clients/decide-link.ts';
import { readActivity } from '../../api/casework/clients/read-activity.ts';
import { addDocument } from '../../api/casework/clients/store-document.ts';
import { currentAgreement } from '../../api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '../../api/casework/contracts/contract-handler.ts';
import { sendVerification } from '../../api/casework/profile/email-verification.ts';
import { addEntry, makePrimary, removeEntry } from '../../api/casework/profile/entries.ts';
import { profileCollections } from '../../api/casework/profile/profile-entry.model.ts';
import type { ProfileKind } from '../../api/casework/profile/profile-kinds.ts';
import { keepTyped, ownerOf } from '../../api/casework/profile/typed-answers.ts';

import { beginUploads } from '../../api/casework/uploads/begin-uploads.ts';
import { finishUpload } from '../../api/casework/uploads/finish-upload.ts';
import { receiveFiles } from '../../api/casework/uploads/receive-files.ts';
import { appendToUpload } from '../../api/casework/uploads/resume-upload.ts';
import { addDays } from '../../api/content/deadlines/calendar-date.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { CookieJar } from '../../api/platform/http/cookies.ts';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import type { Answers } from '../../forms/definition.ts';
import { confirmAccount, staffSession } from '../setup/clients.ts';
import { contractAnswers } from '../setup/deps.ts';
import { pictureOf } from '../setup/picture.ts';
import type { Walk } from './walk.ts';

/** A client whose rows another client tries to reach. */
export interface Owner {
  id: string;
  /** The session's cookie. */
  session: string;
  /** What else the owner's browser keeps: other people may use it next. */
  leftBehind: string;
  /** Of all rows that differ only in values the oldest one. */
  rows: OwnedRow[];
  /** All rows, by their collection. */
  all: Map<string, mongo.Document[]>;
  /** SHA-256 of files that the owner has sent, or begun to send. */
  hashes: string[];
  /** Of the link that verifies an email address. */
  linkSecret: string;
  /** To the second page of what happened with the account. */
  cursor: string;
  /** The owner in forms of the portal. */
  name: string;
  /** An upload none of which has arrived. */
  begunUpload: string;
  /** The dates of the owner’s claim. */
  dates: string[];
}

export interface OwnedRow {
  collection: string;
  id: string;
  fields: Record<string, unknown>;
}

/** In everything that the owner typed or that staff wrote about the owner; no other client may ever read it. */
export const ownersWords = /ownedcanary|2015550190|\(201\) 555-0190/i;

const word = 'Ownedcanary';
const dateOfBirth = '1961-02-17';
const address = { street_address: `1 ${word} Lane`, city: 'Newark', state: 'NJ', zip_code: '07102' };

/** Makes a confirmed client who has something of every kind that a client can have. */
export async function makeOwner({ target: { deps }, people }: Walk): Promise<Owner> {
  const ssn = '219457394';
  const id = await createClient({ ssn, dateOfBirth, pin: '8052' }, deps);
  const account = { id, staff: people.ids.colleagues.change, reason: `${word} came by` };
  await confirmAccount(id, await staffSession(account.staff, deps), deps, account.reason);
  await correctName({ ...account, firstName: word, lastName: 'Example', was: null }, deps);
  await revealSsn(account, deps);
  await addRecords(account, people.ids.submissions.evaluations, deps);
  const linkSecret = await addEntries(id, deps);
  const { hashes, begunUpload } = await addSentDocuments(id, deps);
  await signContract(ssn, deps);
  const name = ownerOf(id, deps);
  const contact = { contact_name: word, phone_number: '2015550190' };
  const cookies = new CookieJar('', false);
  const typed = { owner: name, kind: 'emergency-contact', revision: 0, answers: contact } as const;
  keepTyped(typed, { cookies, deps });
  const all = await readRows(id, deps);
  const device = await clientDevices.remember({ account: ssn, userId: id, secret: undefined }, deps);
  const claim = await readClaim(id, deps);
  return {
    id,
    session: `client=${await deps.clientSessions.create(id)}`,
    leftBehind: `client-typed=${cookies.get('client-typed')}; client-device=${device}`,
    rows: oneOfEachShape(all),
    all,
    hashes,
    linkSecret,
    cursor: (await readActivity({ clientId: id }, deps)).next ?? 'none',
    name,
    begunUpload,
    dates: 'dates' in claim ? claim.dates.map((date) => date.id) : [],
  };
}

/** What staff write down about the owner. */
async function addRecords(
  account: { id: string; staff: string; reason: string },
  evaluation: string,
  deps: Deps,
): Promise<void> {
  const key = randomUUID();
  await addNote({ ...account, key, text: word }, deps);
  await addDocument(
    { ...account, title: word, type: 'evidence-of-filing', file: bytesOf(pdf('filed')) },
    deps,
  );
  const today = new Date().toISOString().slice(0, 10);
  const hearing = { kind: 'hearing', day: addDays(today, 40), time: null } as const;
  const day = { step: 'hearing', since: '2026-01-05', needed: word, note: `${word} ${today}` } as const;
  await setClaim({ ...account, ...day, version: 0, next: hearing, key }, deps);
  await decideLink({ ...account, kind: 'evaluation', record: evaluation, state: 'separate' }, deps);
}

/** Adds two entries of each kind, one of which is deleted where that can be. @returns the secret of an address's link. */
async function addEntries(client: string, deps: Deps): Promise<string> {
  const add = async (kind: ProfileKind, answers: Answers, facility?: string) =>
    (await addEntry({ client, kind, key: randomUUID(), answers, facility }, deps)).id;
  const remove = async (kind: ProfileKind, id: string) =>
    removeEntry({ client, kind, id, revision: 1 }, deps);
  const facility = { ...address, facility_name: word };
  const treatment = { visit_date: '12/2025', reason: word, doctor_name: word };
  const contact = { contact_name: word, phone_number: '2015550190', authorized_to_discuss: true };
  const place = await add('medical-facility', facility);
  const deleted: [ProfileKind, string][] = [
    ['phone-number', await add('phone-number', { phone_number: '2015550190', text_consent: true })],
    ['email-address', await add('email-address', { email: `${word}@example.org` })],
    ['emergency-contact', await add('emergency-contact', contact)],
    ['medical-treatment', await add('medical-treatment', treatment, place)],
    ['medical-facility', await add('medical-facility', facility)],
  ];
  for (const [kind, id] of deleted) await remove(kind, id);
  await add('mailing-address', address);
  const phones = [
    await add('phone-number', { phone_number: '2015550190', text_consent: true }),
    await add('phone-number', { phone_number: '2015550191' }),
  ];
  await add('emergency-contact', contact);
  await add('medical-treatment', treatment, place);
  await add('email-address', { email: `${word}.other@example.org` });
  const email = await add('email-address', { email: `${word}@example.org` });
  // What happened fills more than one page.
  for (let time = 0; time < 5; time += 1)
    for (const id of phones.toReversed()) await makePrimary({ client, kind: 'phone-number', id }, deps);
  await sendVerification({ client, id: email }, deps);
  // The link's own secret is in the email alone.
  const secret = makeSecret();
  const found = { _id: new Types.ObjectId(email) };
  await profileCollections['email-address']
    .model(deps.portal)
    .updateOne(found, { link_hash: hashSecret(secret) });
  return secret;
}

/** Sends one document at once and one in parts, and begins a third. */
async function addSentDocuments(client: string, deps: Deps): Promise<Pick<Owner, 'hashes' | 'begunUpload'>> {
  const details = { client, type: 'other', note: word } as const;
  const [atOnce, inParts, begun] = ['one', 'two', 'three'].map((name) => pictureOf(`${word} ${name}`)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const files = (async function* () {
    yield bytesOf(atOnce);
  })();
  await receiveFiles({ ...details, files }, deps);
  const announced = [inParts, begun].map((file) => ({ hash: sha256(file), size: file.length }));
  const uploads = (await beginUploads({ ...details, files: announced }, deps)).files.map((each) =>
    each.state === 'waiting' ? each.upload : '',
  );
  const [finished = '', begunUpload = ''] = uploads;
  await appendToUpload({ client, id: finished }, { offset: 0, body: Readable.from([inParts]) }, deps);
  await finishUpload({ client, id: finished }, deps);
  return { hashes: [atOnce, inParts, begun].map(sha256), begunUpload };
}

async function signContract(ssn: string, deps: Deps): Promise<void> {
  const answers = {
    ...contractAnswers,
    ...address,
    ssn,
    date_of_birth: dateOfBirth,
    first_name: word,
    last_name: 'Example',
    signature_name: `${word} Example`,
  };
  const sent = { answers, key: randomUUID(), agreement: currentAgreement.version };
  await contractHandler.submit(sent, { address: '203.0.113.9', userAgent: 'x', deps });
}

function pdf(text: string): Buffer {
  return Buffer.from(`%PDF-1.7\n${word} ${text}\n%%EOF\n`);
}

async function* bytesOf(file: Buffer): AsyncGenerator<Uint8Array> {
  yield file;
}

function sha256(file: Buffer): string {
  return createHash('sha256').update(file).digest('base64url');
}

/** @returns the models of collections whose rows belong to clients. */
export function clientModels({ portal }: Pick<Deps, 'portal'>): Model<{ client_id: string }>[] {
  return Object.values(portal.models).filter(({ schema }) => schema.path('client_id') !== undefined);
}

/** @returns the collections that have rows of a client, by one query: it is asked after every call. */
export async function collectionsOf(client: string, deps: Pick<Deps, 'portal'>): Promise<string[]> {
  const [first = '', ...others] = clientModels(deps).map(({ collection }) => collection.name);
  const any = (name: string) => [
    { $match: { client_id: client } },
    { $limit: 1 },
    { $project: { _id: 0, name: { $literal: name } } },
  ];
  const joined = others.map((coll) => ({ $unionWith: { coll, pipeline: any(coll) } }));
  const found = deps.portal.collection(first).aggregate<{ name: string }>([...any(first), ...joined]);
  return (await found.toArray()).map(({ name }) => name);
}

async function readRows(client: string, deps: Deps): Promise<Owner['all']> {
  const read = clientModels(deps).map(async ({ collection: { name } }) => {
    const found = deps.portal.collection(name).find({ client_id: client }).sort({ _id: 1 });
    return [name, await found.toArray()] as const;
  });
  return new Map(await Promise.all(read));
}

function oneOfEachShape(all: Owner['all']): OwnedRow[] {
  const shapes = new Map<string, OwnedRow>();
  for (const [collection, rows] of all)
    for (const fields of rows) {
      const set = Object.keys(fields).filter((field) => fields[field] !== null);
      const shape = `${collection} ${fields.state} ${set.sort()}`;
      if (!shapes.has(shape)) shapes.set(shape, { collection, id: String(fields._id), fields });
    }
  return [...shapes.values()];
}

/** Brings the owner's rows back as they were. */
export async function restoreRows({ id, all }: Owner, { portal }: Pick<Deps, 'portal'>): Promise<void> {
  const restored = [...all].map(async ([name, rows]) => {
    const collection = portal.collection(name);
    await collection.deleteMany({ client_id: id });
    if (rows.length > 0) await collection.insertMany(rows);
  });
  await Promise.all(restored);
}

/** Something that names a row of the owner. */
export interface OwnedValue {
  value: string;
  /** Of the row, where it is one. */
  collection?: string;
}

export function idsOf({ rows }: Owner): OwnedValue[] {
  return rows.map(({ id, collection }) => ({ value: id, collection }));
}

/** @returns the texts that a field has in the owner's rows. */
export function valuesOf({ rows }: Owner, field: string): OwnedValue[] {
  return rows.flatMap(({ fields, collection }) => {
    const value = fields[field];
    return typeof value === 'string' ? [{ value, collection }] : [];
  });
}
