import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineForm, type FormDefinition } from './definition.ts';

/** What dialogs of the back office ask, in `forms/staff`. Nothing is stored under their versions, so they have no releases. */
const names = [
  'account-closing',
  'attempt',
  'claim',
  'claim-facts',
  'client-name',
  'code-without-contract',
  'contract-removal',
  'correction',
  'countersignature',
  'document',
  'duty-outcome',
  'event-removal',
  'filed',
  'free-number',
  'held-notice-sent',
  'letter-decision',
  'letter-exam',
  'letter-fee',
  'letter-hearing',
  'letter-request',
  'linked-record',
  'locked-out-caller',
  'matter-person',
  'move-duty',
  'new-matter',
  'new-password',
  'new-password-and-code',
  'note',
  'notice-sent',
  'own-account',
  'passkey',
  'password',
  'password-and-code',
  'reason',
  'records-day',
  'records-request',
  'rejection',
  'removal',
  'second-person',
  'social-security-number',
  'staff-account',
  'staff-invitation',
  'task',
  'two-step-code',
  'two-step-roles',
  'verification',
] as const;

export type StaffFormName = (typeof names)[number];

/** Node only; the browser gets its definition from a loader. */
export const staffForms = Object.fromEntries(
  names.map((name) => [name, defineForm(name, readPart(name, 'schema.json'), readPart(name, 'ui.json'))]),
) as Record<StaffFormName, FormDefinition>;

function readPart(name: StaffFormName, part: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'staff', name, part), 'utf8'));
}
