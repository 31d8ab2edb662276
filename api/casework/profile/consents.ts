import { unreadable } from '@claimdesk/forms/answers';
import { consentWording } from '@claimdesk/forms/wording';
import Bowser from 'bowser';
import { type mongo, Schema, Types, trusted } from 'mongoose';
import { loadDefinition } from '#api/casework/definitions/stored-definitions.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { profileCollections } from './profile-entry.model.ts';
import { type ConsentKind, consentKinds, type ProfileKind, rulesOf } from './profile-kinds.ts';

/** An entry of the ledger of consents. Entries are only ever added; they end with the account. */
export interface Consent {
  _id: Types.ObjectId;
  client_id: string;
  /** The number of the client's change, which orders the entries. */
  change: number;
  kind: ConsentKind;
  /** The phone number, contact or address that it is about. */
  subject: Types.ObjectId;
  /** The subject's text at that time, encrypted, since it changes and is deleted. */
  subject_text: string;
  granted: boolean;
  /** The wording that the client saw: a form and its version. */
  form: ProfileKind;
  version: string;
  at: Date;
  /** Who made the entry. Staff add none yet. */
  by: 'client';
  /** The network address and the browser of the request, encrypted; missing where they were not stored. */
  circumstances?: string;
}

export type RequestOrigin = Pick<RequestContext, 'address' | 'userAgent'>;

export interface ShownConsent {
  id: string;
  kind: ConsentKind;
  /** The id of the entry that it concerns, and the entry's form. */
  subject: string;
  /** The subject's text at that time, in lines. */
  about: string;
  form: ProfileKind;
  granted: boolean;
  /** The wording agreed to at that time; '' for a mailing address, which has none. */
  wording: string;
  version: string;
  /** ISO 8601 */
  at: string;
  /** With the browser in words, '' for an unknown one; null where it was not stored or can't be decrypted. */
  from: (RequestOrigin & { browser: string }) | null;
}

const mostShown = 100;

export const consentsCollection = defineCollection<Consent>({
  name: 'consents',
  fields: {
    client_id: { type: String, required: true },
    change: { type: Number, required: true },
    kind: { type: String, enum: consentKinds, required: true },
    subject: { type: Schema.Types.ObjectId, required: true },
    subject_text: { type: String, required: true },
    granted: { type: Boolean, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: String, enum: ['client'], required: true },
    circumstances: String,
  },
  indexes: [
    [{ client_id: 1, subject: 1, kind: 1, change: -1 }, { unique: true }],
    [{ client_id: 1, at: -1, _id: -1 }],
  ],
  encrypted: ['circumstances', 'subject_text'],
  owner: 'client_id',
  retention: { label: 'entries about consents of clients', client: 'client_id' },
});

/**
 * Adds an entry, in the transaction of the change that it belongs to.
 *
 * @param subjectText the text of its subject, from `entryText`. @param from undefined without a request.
 */
export async function recordConsent(
  {
    subjectText,
    from,
    ...entry
  }: Omit<Consent, '_id' | 'at' | 'by' | 'circumstances' | 'subject_text'> & {
    subjectText: string;
    from: RequestOrigin | undefined;
  },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const _id = new Types.ObjectId();
  const ring = await keys.for(entry.client_id);
  const circumstances = from && {
    circumstances: consentsCollection.encrypt(
      ring,
      _id,
      'circumstances',
      JSON.stringify({ address: from.address, userAgent: from.userAgent.slice(0, 300) }),
    ),
  };
  const subject_text = consentsCollection.encrypt(ring, _id, 'subject_text', subjectText);
  await consentsCollection
    .model(portal)
    .create([{ ...entry, ...circumstances, subject_text, _id, at: new Date(), by: 'client' }], { session });
}

/** @returns what a client allowed and no longer allowed, newest first: the newest 100. */
export async function listConsents(client: string, deps: Reading): Promise<ShownConsent[]> {
  const rows = await consentsCollection
    .model(deps.portal)
    .find({ client_id: client })
    .sort({ at: -1, _id: -1 })
    .limit(mostShown)
    .lean<Consent[]>();
  const ring = await deps.keys.of(client);
  return Promise.all(
    rows.map(async (row) => {
      const { _id, kind, subject, subject_text, form, granted, version, at } = row;
      const field = rulesOf(form).consent?.field;
      return {
        id: _id.toHexString(),
        kind,
        subject: subject.toHexString(),
        about: consentsCollection.read(ring, _id, 'subject_text', subject_text, deps),
        form,
        granted,
        wording: field ? consentWording(await loadDefinition(form, version, deps.portal), field) : '',
        version,
        at: at.toISOString(),
        from: openCircumstances(row, ring, deps),
      };
    }),
  );
}

function openCircumstances(
  { _id, circumstances }: Consent,
  ring: KeyRing,
  deps: Pick<Deps, 'log'>,
): ShownConsent['from'] {
  if (!circumstances) return null;
  const text = consentsCollection.read(ring, _id, 'circumstances', circumstances, deps);
  if (text === unreadable) return null;
  const from: RequestOrigin = JSON.parse(text);
  return { ...from, browser: browserOf(from.userAgent) };
}

/** @returns such as `Chrome on Linux`; '' for an unknown browser. */
export function browserOf(userAgent: string): string {
  if (!userAgent) return '';
  const browser = Bowser.getParser(userAgent);
  return [browser.getBrowserName(), browser.getOSName()].filter(Boolean).join(' on ');
}

const subjectKinds: Record<ConsentKind, ProfileKind> = {
  'text-messages': 'phone-number',
  'discuss-claim': 'emergency-contact',
  mail: 'mailing-address',
  email: 'email-address',
};

/**
 * Whether a client allows something now: the one question to ask before a text message is sent, a letter or an email about
 * the claim goes out, or the claim is discussed with another person.
 *
 * @param asked.subject the id of the phone number, contact or address. @returns true only when the newest entry of the
 * ledger grants it and its subject still stands; an email address also has to be verified.
 */
export async function hasConsent(
  { client, kind, subject }: { client: string; kind: ConsentKind; subject: Types.ObjectId },
  { portal }: Pick<Deps, 'portal'>,
): Promise<boolean> {
  const [newest, standing] = await Promise.all([
    consentsCollection
      .model(portal)
      .findOne({ client_id: client, subject, kind }, { granted: 1 })
      .sort({ change: -1 })
      .lean<Pick<Consent, 'granted'>>(),
    profileCollections[subjectKinds[kind]].model(portal).exists({
      _id: subject,
      client_id: client,
      deleted_at: null,
      ...(kind === 'email' ? { verified_at: trusted({ $exists: true }) } : {}),
    }),
  ]);
  return newest?.granted === true && standing !== null;
}
