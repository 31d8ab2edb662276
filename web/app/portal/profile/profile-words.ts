import { addressPath, contactsPath, emailsPath, phonesPath, treatmentPath } from '#web/app/portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import type { Toast } from '#web/app/ui/components/toast-card.tsx';

/** An entry of the client's details, as the pages show it. */
export type Entry = Outputs['profile']['list'][number];

/** What a form of these pages does to an entry. */
export const entryActions = [
  'add',
  'change',
  'remove',
  'restore',
  'make-primary',
  'grant',
  'revoke',
  'send-link',
] as const;
export type EntryAction = (typeof entryActions)[number];

export const kinds = [
  'mailing-address',
  'phone-number',
  'email-address',
  'emergency-contact',
  'medical-facility',
  'medical-treatment',
] as const;
export type Kind = (typeof kinds)[number];

export const pathOf: Record<Kind, string> = {
  'mailing-address': addressPath,
  'phone-number': phonesPath,
  'email-address': emailsPath,
  'emergency-contact': contactsPath,
  'medical-facility': treatmentPath,
  'medical-treatment': treatmentPath,
};

const failures: Record<Kind, Partial<Record<EntryAction, string>>> = {
  'mailing-address': { add: 'Failed to save address.', change: 'Failed to update address.' },
  'phone-number': {
    add: 'Failed to add phone number.',
    remove: 'Failed to delete phone number.',
    'make-primary': 'Failed to update primary phone.',
    grant: 'Failed to update text consent.',
    revoke: 'Failed to update text consent.',
  },
  'email-address': {
    add: 'Failed to add email address.',
    remove: 'Failed to delete email address.',
    'make-primary': 'Failed to update primary email.',
    'send-link': 'Failed to send the link.',
  },
  'emergency-contact': {
    add: 'Failed to add emergency contact.',
    remove: 'Failed to delete emergency contact.',
    grant: 'Failed to update consent.',
    revoke: 'Failed to update consent.',
  },
  'medical-facility': {
    add: 'Failed to add medical facility.',
    remove: 'Failed to delete medical facility.',
  },
  'medical-treatment': {
    add: 'Failed to add treatment.',
    change: 'Failed to update treatment.',
    remove: 'Failed to delete treatment.',
  },
};

export function failureOf(kind: Kind, action: EntryAction): string {
  return failures[kind][action] ?? 'Failed to restore the entry.';
}

const success = (text: string, title = 'Success!'): Toast => ({ kind: 'success', title, text });
const removed = (text: string) => success(text, 'Removed');
const updated = (text: string) => success(text, 'Updated');

/** The notices of successful changes; those left out are in the form's definition. */
const successes: Record<Kind, Partial<Record<EntryAction, Toast>>> = {
  'mailing-address': {},
  'phone-number': {
    remove: removed('The phone number was deleted.'),
    'make-primary': updated('This is your primary phone number now.'),
    grant: updated('We may send text messages to this number.'),
    revoke: updated('We send no more text messages to this number.'),
  },
  'email-address': {
    remove: removed('The email address was deleted.'),
    'make-primary': updated('This is your primary email address now.'),
    'send-link': success('We sent you an email. Open the link in it within 24 hours.'),
  },
  'emergency-contact': {
    remove: removed('The emergency contact was deleted.'),
    grant: updated('We may discuss your claim with this person.'),
    revoke: updated('We no longer discuss your claim with this person.'),
  },
  'medical-facility': { remove: removed('The facility was deleted.') },
  'medical-treatment': {
    change: updated('The treatment was changed.'),
    remove: removed('The treatment was deleted.'),
  },
};

const restored = updated('The entry is back.');

/** @param own what the form says of itself. */
export function successOf(kind: Kind, action: EntryAction, own: Toast): Toast {
  if (action === 'restore') return restored;
  return successes[kind][action] ?? own;
}

/** @returns a treatment in lines. */
export function treatmentLines({ visit_date, reason, doctor_name }: Entry['answers']): string[] {
  const doctor = doctor_name ? `, Dr. ${String(doctor_name).replace(/^Dr\.?\s+/i, '')}` : '';
  return [String(visit_date), `${reason}${doctor}`];
}
