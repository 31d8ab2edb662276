import type { Decision } from '@claimdesk/forms/define-intake';
import type { Toast } from '#web/app/ui/components/toast-card.tsx';
import { type Queue, queues } from './submissions/queues.ts';

/** A decision on a submission, in the words of its queue. */
const decided = Object.fromEntries(
  queues.flatMap(({ name, decide }) =>
    Object.entries(decide).map(([decision, { done }]) => [
      `${name}-${decision}`,
      { kind: 'success', ...done },
    ]),
  ),
) as Record<`${Queue['name']}-${Decision}`, Toast>;

/** The messages that the page after a redirect shows first. */
export const notices = {
  'signed-in': { kind: 'success', title: 'Success', text: 'Logged in successfully' },
  ...decided,
  'still-signed-in': {
    kind: 'error',
    title: 'You are still logged in',
    text: 'That page was older than your session. Log out from this one.',
  },
  'login-reopened': {
    kind: 'success',
    title: 'Login open again',
    text: 'Earlier wrong tries no longer count, and every phone and computer is logged out.',
  },
  'login-freed': {
    kind: 'success',
    title: 'Number freed',
    text: 'The old account has ended. The caller can register again now.',
  },
  'client-renamed': { kind: 'success', title: 'Name saved', text: 'The account now has this name.' },
  'client-signed-out': {
    kind: 'success',
    title: 'Logged out everywhere',
    text: 'Every phone and computer of the client is logged out.',
  },
  'client-closed': {
    kind: 'success',
    title: 'Account closed',
    text: 'It is deleted, and its number is free again.',
  },
  'record-linked': { kind: 'success', title: 'Linked', text: 'The record is now listed as this client’s.' },
  'record-separate': {
    kind: 'success',
    title: 'Saved',
    text: 'The record is no longer shown as this client’s.',
  },
  'record-removed': {
    kind: 'success',
    title: 'Deleted',
    text: 'It is gone for good. The record keeps that you deleted it, and why.',
  },
  'note-added': { kind: 'success', title: 'Note saved', text: 'It is the newest note on this page.' },
  'note-changed': { kind: 'success', title: 'Note changed', text: 'It now says what you typed.' },
  'claim-set-email': {
    kind: 'success',
    title: 'Claim saved',
    text: 'The client sees it in the portal, and gets an email that there is news.',
  },
  'claim-set-no-address': {
    kind: 'success',
    title: 'Claim saved',
    text: 'The client sees it in the portal. There is no confirmed email address: call the client.',
  },
  'claim-set-unconfirmed': {
    kind: 'success',
    title: 'Claim saved',
    text: 'The client sees it in the portal once the account is confirmed.',
  },
  'document-added': {
    kind: 'success',
    title: 'Document uploaded',
    text: 'It is the newest document on this page.',
  },
  'document-changed': { kind: 'success', title: 'Saved', text: 'The document has the new title and type.' },
  'document-handled': {
    kind: 'success',
    title: 'Marked as handled',
    text: 'It no longer waits for you. Its client reads that we could not open it.',
  },
  'document-removed': {
    kind: 'success',
    title: 'Document deleted',
    text: 'Its file is gone. That it was here stays on record.',
  },
  'attorney-added': { kind: 'success', title: 'Success', text: 'Attorney added successfully' },
  'attorney-updated': { kind: 'success', title: 'Success', text: 'Attorney updated successfully' },
  'attorney-deleted': { kind: 'success', title: 'Success', text: 'Attorney deleted successfully' },
  'staff-invited': {
    kind: 'success',
    title: 'Invited',
    text: 'The link to choose a password is on its way by email.',
  },
  'staff-link-sent': {
    kind: 'success',
    title: 'Link sent',
    text: 'It is on its way by email, and replaces the one before.',
  },
  'password-changed': {
    kind: 'success',
    title: 'Password changed',
    text: 'This account is logged out everywhere else.',
  },
  'two-step-off': {
    kind: 'success',
    title: 'Two-step login is off',
    text: 'Logging in no longer asks for a code.',
  },
  'staff-two-step-off': {
    kind: 'success',
    title: 'Two-step login is off',
    text: 'The account signs in with its password alone.',
  },
  'agency-told': {
    kind: 'success',
    title: 'Marked as sent',
    text: 'The client can see that Social Security has the address.',
  },
  'agency-not-told': {
    kind: 'success',
    title: 'Marked as not sent',
    text: 'The notice is among the new addresses again, and the client can see that Social Security was not told.',
  },
  'passkey-added': { kind: 'success', title: 'Passkey added', text: 'You can log in with it now.' },
  'passkey-removed': { kind: 'success', title: 'Passkey removed', text: 'It no longer signs in.' },
  'staff-passkeys-removed': {
    kind: 'success',
    title: 'Passkeys removed',
    text: 'The account signs in with its password.',
  },
  'shared-password-off': {
    kind: 'success',
    title: 'The shared password is off',
    text: 'Everybody signs in with an account of their own now.',
  },
  'staff-changed': { kind: 'success', title: 'Saved', text: 'The account was changed.' },
  'staff-disabled': {
    kind: 'success',
    title: 'Account disabled',
    text: 'It is logged out everywhere and cannot log in.',
  },
  'staff-enabled': { kind: 'success', title: 'Account enabled', text: 'It can log in again.' },
  'mail-retried': { kind: 'success', title: 'Trying again', text: 'The mail is being sent now.' },
  'mail-given-up': {
    kind: 'success',
    title: 'Given up',
    text: 'It will not be sent unless you try again.',
  },
  'signed-out-everywhere': {
    kind: 'success',
    title: 'Logged out everywhere',
    text: 'This account is logged out on every device. Log in again to continue.',
  },
} as const satisfies Record<string, Toast>;

export type NoticeName = keyof typeof notices;

export function isNotice(name: string | undefined): name is NoticeName {
  return name !== undefined && Object.hasOwn(notices, name);
}
