import { type QueueName, reviewedIntakes } from '@claimdesk/forms/intakes';

/** What a member of staff may do: everything, work on cases, or only look. */
export const staffRoles = ['admin', 'reviewer', 'read_only'] as const;
export type StaffRole = (typeof staffRoles)[number];

const everybody: readonly StaffRole[] = staffRoles;
const reviewers: readonly StaffRole[] = ['admin', 'reviewer'];
const admins: readonly StaffRole[] = ['admin'];

const reviewing = {
  list: everybody,
  detail: everybody,
  print: everybody,
  pending: everybody,
  decide: reviewers,
  remove: admins,
} as const;

const inQueues = Object.fromEntries(
  reviewedIntakes.flatMap(({ queue: { name } }) =>
    Object.entries(reviewing).map(([procedure, roles]) => [`${name}.${procedure}`, roles]),
  ),
) as Record<`${QueueName}.${keyof typeof reviewing}`, readonly StaffRole[]>;

/** Which roles may call which procedure for staff. Nobody may call one that is not listed. */
const callers = {
  ...inQueues,
  'submissions.changes': everybody,
  'lists.search': everybody,
  'lists.newSince': everybody,
  'contracts.list': everybody,
  'contracts.detail': everybody,
  'contracts.file': everybody,
  'contracts.revealSsn': reviewers,
  'contracts.remove': admins,
  'clients.list': everybody,
  'clients.detail': everybody,
  'clients.timeline': everybody,
  'clients.printRecord': everybody,
  'clients.notes': everybody,
  'clients.note': everybody,
  'clients.documents': everybody,
  'clients.document': everybody,
  'clients.documentFile': everybody,
  'clients.claim': everybody,
  'clients.setClaim': reviewers,
  'clients.addDocument': reviewers,
  'clients.changeDocument': reviewers,
  'clients.markDocumentHandled': reviewers,
  'clients.removeDocument': reviewers,
  'clients.ofEvaluation': everybody,
  'clients.linkable': reviewers,
  'clients.decideLink': reviewers,
  'clients.addNote': reviewers,
  'clients.editNote': reviewers,
  'uploads.unread': everybody,
  'clients.newAddresses': everybody,
  'profile.openNotices': everybody,
  'profile.notices': everybody,
  'profile.markNoticeSent': reviewers,
  'profile.unmarkNoticeSent': reviewers,
  'clients.issueConfirmationCode': reviewers,
  'clients.reopen': reviewers,
  'clients.freeSsn': reviewers,
  'clients.correctName': reviewers,
  'clients.issuePinCode': reviewers,
  'clients.endSessions': reviewers,
  'clients.close': reviewers,
  'clients.revealSsn': reviewers,
  'directory.list': everybody,
  'directory.detail': everybody,
  'directory.add': reviewers,
  'directory.change': reviewers,
  'directory.remove': reviewers,
  'failedEmails.list': everybody,
  'failedEmails.count': everybody,
  'failedEmails.retry': reviewers,
  'failedEmails.retryAll': reviewers,
  'failedEmails.abandon': reviewers,
  'samples.count': everybody,
  'system.report': everybody,
  'samples.removeAll': admins,
  'exports.make': admins,
  'retention.report': admins,
  'retention.last': admins,
  'retention.removals': admins,
  'audit.list': admins,
  'audit.staff': admins,
  'staffAccounts.list': admins,
  'staffAccounts.detail': admins,
  'staffAccounts.invite': admins,
  'staffAccounts.sendLink': admins,
  'staffAccounts.change': admins,
  'staffAccounts.endTwoStep': admins,
  'staffAccounts.removePasskeys': admins,
  'staffAccounts.turnOffShared': admins,
  'staffAccounts.disable': admins,
  'staffAccounts.enable': admins,
  'staff.me': everybody,
  'staff.stay': everybody,
  'staff.present': everybody,
  'staff.formToken': everybody,
  'staff.requireForm': everybody,
  'staff.require': everybody,
  'staff.account': everybody,
  'staff.changePassword': everybody,
  'staff.beginTwoStep': everybody,
  'staff.twoStepSetup': everybody,
  'staff.confirmTwoStep': everybody,
  'staff.endTwoStep': everybody,
  'staff.passkeys': everybody,
  'staff.addPasskey': everybody,
  'staff.removePasskey': everybody,
  'staff.confirmation': everybody,
  'staff.confirmWithPassword': everybody,
  'staff.confirmWithPasskey': everybody,
  'staff.signOut': everybody,
  'staff.signOutEverywhere': everybody,
} as const satisfies Record<string, readonly StaffRole[]>;

/** The name of a procedure for staff. */
export type StaffProcedure = keyof typeof callers;

export const staffProcedures = Object.keys(callers) as [StaffProcedure, ...StaffProcedure[]];

/** What a stolen session must not be enough for: it needs a recent confirmation. */
const confirmed: ReadonlySet<string> = new Set<StaffProcedure>([
  ...reviewedIntakes.map(({ queue: { name } }) => `${name}.remove` as const),
  'contracts.remove',
  'clients.freeSsn',
  'clients.close',
  'clients.revealSsn',
  'contracts.revealSsn',
  'exports.make',
  'staff.addPasskey',
  'staff.removePasskey',
  'staffAccounts.invite',
  'staffAccounts.sendLink',
  'staffAccounts.change',
  'staffAccounts.endTwoStep',
  'staffAccounts.removePasskeys',
  'staffAccounts.turnOffShared',
  'staffAccounts.disable',
  'staffAccounts.enable',
]);

/** @param procedure such as `clients.revealSsn`. @returns whether its caller has to confirm who they are. */
export function needsConfirmation(procedure: string): boolean {
  return confirmed.has(procedure);
}

/** @param procedure such as `evaluations.decide`. @returns who may call it: nobody if it is not listed. */
export function rolesFor(procedure: string): readonly StaffRole[] {
  return Object.hasOwn(callers, procedure) ? callers[procedure as StaffProcedure] : [];
}
