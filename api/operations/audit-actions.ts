import type { AuditKind, AuditWords } from '#api/platform/audit/audit-kinds.ts';
import { refusedCall } from '#api/platform/audit/refusals.ts';
import type { ProcedureMeta } from '#api/platform/trpc.ts';

/** What is on record apart from calls: what came of them, and what happens elsewhere. */
const events: Readonly<Record<string, AuditWords>> = {
  [refusedCall]: ['refused', 'Was refused'],
  'clients.changed': ['changes', 'Saved changes'],
  'clients.claimChanged': ['changes', 'Saved the status of a claim'],
  'clients.documentChanged': ['changes', 'Saved changes of a document'],
  'clients.noteChanged': ['changes', 'Saved changes of a note'],
  'directory.changed': ['changes', 'Saved changes'],
  'exports.sent': ['exports', 'The export was sent'],
  'profile.changed': ['byClients', 'Saved changes'],
  'staff.signIn': ['signIns', 'Logged in'],
  'staffAccounts.changed': ['accounts', 'Saved changes'],
  'staffAccounts.turnOnShared': ['accounts', 'Turned the shared password on'],
  'cms-users.signIn': ['signIns', 'Logged in'],
};

const contents = ['articles', 'faq', 'listings', 'pages', 'people', 'testimonials'];
const others = ['attorneys', 'facts', 'figures', 'media', 'navigation', 'redirects', 'site', 'users'];

const publishing = {
  delete: 'Deleted an entry',
  publish: 'Published',
  restore: 'Restored an entry or an earlier version',
  schedule: 'Scheduled a change',
  trash: 'Moved to the trash',
  unpublish: 'Took off the site',
  unschedule: 'Canceled a scheduled change',
  untrash: 'Took out of the trash',
};
const editing = {
  change: 'Changed an entry',
  create: 'Added an entry',
  delete: 'Deleted an entry',
  restore: 'Restored an entry or an earlier version',
};

function inCms(kind: AuditKind, collections: string[], words: object): [string, AuditWords][] {
  return collections.flatMap((collection) =>
    Object.entries(words).map(([action, label]): [string, AuditWords] => [
      `cms-${collection}.${action}`,
      [kind, label],
    ]),
  );
}

/** @returns the words of everything that can be on record, by its action. */
export function listActions(procedures: Readonly<Record<string, ProcedureMeta>>): Map<string, AuditWords> {
  return new Map([
    ...Object.entries(procedures).flatMap(([name, { audit }]) => (audit ? [[name, audit] as const] : [])),
    ...Object.entries(events),
    ...inCms('publishing', contents, publishing),
    ...inCms('cms', others, editing),
  ]);
}
