import { reviewedIntakes } from '@claimdesk/forms/intakes';
import { refusedCall } from '#api/platform/audit/refusals.ts';

const inQueues = (procedure: string) => reviewedIntakes.map(({ queue: { name } }) => `${name}.${procedure}`);
const inCms = (collections: string[], actions: string[]) =>
  collections.flatMap((collection) => actions.map((action) => `cms-${collection}.${action}`));

const contents = ['articles', 'faq', 'listings', 'pages', 'people', 'testimonials'];
const others = ['attorneys', 'facts', 'figures', 'media', 'navigation', 'redirects', 'site', 'users'];

/**
 * The kinds of audit entries that staff filter by, with the actions of each. Each is read by
 * an index of its own, of a client's record by two, and MongoDB merges at most 200: so a kind has at most 100.
 */
export const auditKinds = {
  signIns: [
    'staff.signIn',
    'staff.setPassword',
    'staff.confirmWithPassword',
    'staff.confirmWithPasskey',
    'clients.signIn',
    'clients.signOut',
    'clients.signOutEverywhere',
    'clients.setPin',
    'cms-users.signIn',
  ],
  lists: [
    ...inQueues('list'),
    'lists.search',
    'audit.list',
    'clients.list',
    'clients.newAddresses',
    'contracts.list',
    'directory.list',
    'failedEmails.list',
    'retention.removals',
    'staffAccounts.list',
  ],
  looks: [
    ...inQueues('detail'),
    'clients.claim',
    'clients.detail',
    'clients.document',
    'clients.documents',
    'clients.linkable',
    'clients.note',
    'clients.notes',
    'clients.ofEvaluation',
    'clients.timeline',
    'contracts.detail',
    'directory.detail',
    'profile.notices',
    'staffAccounts.detail',
  ],
  reveals: ['clients.revealSsn', 'contracts.revealSsn'],
  decisions: [...inQueues('decide'), 'clients.confirm', 'clients.decideLink'],
  changes: [
    ...inQueues('remove'),
    'clients.addDocument',
    'clients.addNote',
    'clients.changed',
    'clients.changeDocument',
    'clients.claimChanged',
    'clients.close',
    'clients.correctName',
    'clients.documentChanged',
    'clients.editNote',
    'clients.endSessions',
    'clients.freeSsn',
    'clients.issueConfirmationCode',
    'clients.issuePinCode',
    'clients.markDocumentHandled',
    'clients.noteChanged',
    'clients.removeDocument',
    'clients.reopen',
    'clients.setClaim',
    'contracts.remove',
    'directory.add',
    'directory.change',
    'directory.changed',
    'directory.remove',
    'failedEmails.abandon',
    'failedEmails.retry',
    'failedEmails.retryAll',
    'profile.markNoticeSent',
    'profile.unmarkNoticeSent',
    'samples.removeAll',
  ],
  files: [
    ...inQueues('print'),
    'clients.documentFile',
    'clients.printRecord',
    'contracts.file',
    'downloads.documentFile',
    'uploads.documentFile',
  ],
  exports: ['exports.make', 'exports.sent'],
  accounts: [
    'staff.account',
    'staff.addPasskey',
    'staff.beginTwoStep',
    'staff.changePassword',
    'staff.confirmTwoStep',
    'staff.endTwoStep',
    'staff.passkeys',
    'staff.removePasskey',
    'staff.twoStepSetup',
    'staffAccounts.change',
    'staffAccounts.changed',
    'staffAccounts.disable',
    'staffAccounts.enable',
    'staffAccounts.endTwoStep',
    'staffAccounts.invite',
    'staffAccounts.removePasskeys',
    'staffAccounts.sendLink',
    'staffAccounts.turnOffShared',
    'staffAccounts.turnOnShared',
  ],
  refused: [refusedCall],
  byClients: [
    'clients.confirmWithCode',
    'profile.add',
    'profile.change',
    'profile.changed',
    'profile.makePrimary',
    'profile.remove',
    'profile.restore',
    'profile.sendVerification',
    'profile.setConsent',
    'profile.verifyEmail',
    'uploads.begin',
    'uploads.finish',
    'uploads.send',
  ],
  publishing: inCms(contents, [
    'delete',
    'publish',
    'restore',
    'schedule',
    'trash',
    'unpublish',
    'unschedule',
    'untrash',
  ]),
  cms: inCms(others, ['change', 'create', 'delete', 'restore']),
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof auditKinds;

/** @returns the actions of a kind; undefined for an unknown kind. */
export function actionsOf(kind: string): readonly string[] | undefined {
  return Object.hasOwn(auditKinds, kind) ? auditKinds[kind as AuditKind] : undefined;
}
