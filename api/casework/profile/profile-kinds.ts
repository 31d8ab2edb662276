import { unreadable } from '@claimdesk/forms/answers';
import type { Answers } from '@claimdesk/forms/definition';
import type { FormName } from '@claimdesk/forms/registry';
import type { Searchable } from '#api/platform/keys/search-tokens.ts';

interface ProfileKindRules {
  collection: string;
  /** Plural, for sentences. */
  many: string;
  /** How many a client may keep. */
  most: number;
  /** Whether one of them is the primary one, always. */
  hasPrimary?: true;
  /** The answer that two entries can't have in common. */
  unique?: { field: string; refusal: string };
  /** The answer by which staff find the client. */
  searchedBy?: { field: string; as: 'phones' | 'emails' };
  /** The answer by which the client gives consent, and to what. */
  consent?: { field: string; kind: ConsentKind };
}

/** What a client allows. Each names one entry: a phone number, a contact, an address. */
export const consentKinds = ['text-messages', 'discuss-claim', 'mail', 'email'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** What clients keep with us, by the form that asks for it. */
export const profileKinds = {
  'mailing-address': {
    collection: 'mailing_addresses',
    many: 'mailing addresses',
    most: 1,
    hasPrimary: true,
  },
  'phone-number': {
    collection: 'phone_numbers',
    many: 'phone numbers',
    most: 20,
    hasPrimary: true,
    unique: { field: 'phone_number', refusal: 'You have this phone number on your list already.' },
    searchedBy: { field: 'phone_number', as: 'phones' },
    consent: { field: 'text_consent', kind: 'text-messages' },
  },
  'email-address': {
    collection: 'email_addresses',
    many: 'email addresses',
    most: 20,
    hasPrimary: true,
    unique: { field: 'email', refusal: 'You have this email address on your list already.' },
    searchedBy: { field: 'email', as: 'emails' },
  },
  'emergency-contact': {
    collection: 'emergency_contacts',
    many: 'emergency contacts',
    most: 20,
    consent: { field: 'authorized_to_discuss', kind: 'discuss-claim' },
  },
  'medical-facility': { collection: 'medical_facilities', many: 'facilities', most: 40 },
  'medical-treatment': { collection: 'medical_treatments', many: 'treatments', most: 200 },
} as const satisfies Partial<Record<FormName, ProfileKindRules>>;

export type ProfileKind = keyof typeof profileKinds;

export const profileKindNames = Object.keys(profileKinds) as [ProfileKind, ...ProfileKind[]];

export function rulesOf(kind: ProfileKind): ProfileKindRules {
  return profileKinds[kind];
}

export const searchedKinds = profileKindNames.filter((kind) => rulesOf(kind).searchedBy);

/** @returns what staff find an entry by; an answer that can't be decrypted is left out. */
export function searchableEntry(kind: ProfileKind, answers: Answers): Searchable {
  const { searchedBy } = rulesOf(kind);
  const value = searchedBy && answers[searchedBy.field];
  const found = typeof value === 'string' && value !== unreadable ? [value] : [];
  const nothing = { names: [], phones: [], emails: [], references: [] };
  return searchedBy ? { ...nothing, [searchedBy.as]: found } : nothing;
}
