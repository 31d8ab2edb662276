import type { QueueName } from '@claimdesk/forms/intakes';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { clientsRouter } from './accounts/clients/clients.router.ts';
import { makePermissionsRouter } from './accounts/staff/permissions.router.ts';
import { staffRouter } from './accounts/staff/staff.router.ts';
import { staffAccountsRouter } from './accounts/staff/staff-accounts.router.ts';
import { arrivalsRouter } from './casework/arrivals/arrivals.router.ts';
import { claimsRouter } from './casework/claims/claims.router.ts';
import { clientRecordsRouter } from './casework/clients/client-records.router.ts';
import { contractsRouter } from './casework/contracts/contracts.router.ts';
import { documentsRouter } from './casework/contracts/documents.router.ts';
import { exportedContracts } from './casework/contracts/exported-contracts.ts';
import { directoryRouter } from './casework/directory/directory.router.ts';
import { downloadsRouter } from './casework/downloads/downloads.router.ts';
import { makeExportsRouter } from './casework/exports/exports.router.ts';
import { importsRouter } from './casework/imports/imports.router.ts';
import { intakeRouter } from './casework/intake/intake.router.ts';
import { listsRouter } from './casework/lists/lists.router.ts';
import { mattersRouter } from './casework/matters/matters.router.ts';
import { profileRouter } from './casework/profile/profile.router.ts';
import { reportsRouter } from './casework/reports/reports.router.ts';
import { submissionKinds } from './casework/submission-kinds.ts';
import { exportedSubmissions } from './casework/submissions/exported-submissions.ts';
import { makeQueueRouters } from './casework/submissions/queue-procedures.ts';
import { uploadsRouter } from './casework/uploads/uploads.router.ts';
import { attorneysRouter } from './content/attorneys/attorneys.router.ts';
import { calculatorsRouter } from './content/calculators/calculators.router.ts';
import { contentRouter } from './content/content.router.ts';
import { deadlinesRouter } from './content/deadlines/deadlines.router.ts';
import { searchRouter } from './content/search/search.router.ts';
import { makeAuditRouter } from './operations/audit.router.ts';
import { failedEmailsRouter } from './operations/failed-emails.router.ts';
import { retentionRouter } from './operations/retention.router.ts';
import { samplesRouter } from './operations/samples.router.ts';
import { systemRouter } from './operations/system.router.ts';
import type { RequestContext } from './platform/context.ts';
import {
  createCallerFactory,
  mergeRouters,
  type ProcedureMeta,
  router,
  throwRefusal,
} from './platform/trpc.ts';

const queueRouters = makeQueueRouters(submissionKinds);
const auditRouter = makeAuditRouter(readMetadata);

/** What serves the product, by noun. */
const procedures = router({
  /** What editors write: pages, articles, FAQ, facts. */
  content: contentRouter,
  /** The attorney directory. */
  attorneys: attorneysRouter,
  /** The same directory as staff keep it. */
  directory: directoryRouter,
  /** Filling in a form, step by step. */
  intake: intakeRouter,
  /** What people send and staff review: a router per queue, such as `applications`. */
  ...queueRouters,
  /** Files of records, for staff. */
  exports: makeExportsRouter([...Object.values(submissionKinds).map(exportedSubmissions), exportedContracts]),
  /** Change notifications for everything that staff review. */
  submissions: router({ changes: arrivalsRouter.changes }),
  /** Searches of the lists that staff read. */
  lists: mergeRouters(listsRouter, router({ newSince: arrivalsRouter.newSince })),
  /** Service contracts: signed by claimants, read by staff. */
  contracts: contractsRouter,
  /** Verifies that a file was signed here. */
  documents: documentsRouter,
  /** Full-text search of the content. */
  search: searchRouter,
  /** How long a claimant has to appeal. */
  deadlines: deadlinesRouter,
  /** What a claim may pay, and how long a claimant stays insured. */
  calculators: calculatorsRouter,
  /** Emails that could not be sent. */
  failedEmails: failedEmailsRouter,
  /** What was deleted because it had expired. */
  retention: retentionRouter,
  /** Who did what with personal data, and when. */
  audit: auditRouter,
  /** What the seed made up. */
  samples: samplesRouter,
  /** Which versions are running. */
  system: systemRouter,
  /** Registering clients, signing them in and out, and what staff read about them. */
  clients: mergeRouters(clientsRouter, clientRecordsRouter),
  /** What clients keep with us: addresses, phone numbers, contacts, treatments. */
  profile: profileRouter,
  /** Claims that the firm works on, with what is due in them. */
  matters: mattersRouter,
  /** How many arrived, and what became of it. */
  reports: reportsRouter,
  /** Files of claim status, which become events of matters. */
  imports: importsRouter,
  /** How claims stand, for clients. */
  claims: claimsRouter,
  /** Documents for clients, in the portal. */
  downloads: downloadsRouter,
  /** Documents that clients send us. */
  uploads: uploadsRouter,
  /** Signing staff in and out. */
  staff: staffRouter,
  /** The accounts of staff, for admins. */
  staffAccounts: staffAccountsRouter,
});

type Procedures = typeof procedures;

/** The name of a procedure, such as `clients.close`. */
export type ProcedureName<Of extends AnyTRPCRouter = Procedures> = NameIn<Of['_def']['record']>;
type NameIn<Records> = {
  [Name in keyof Records & string]: Records[Name] extends AnyTRPCProcedure
    ? Name
    : `${Name}.${NameIn<Records[Name]>}`;
}[keyof Records & string];

const metadata = metadataOf(procedures);

/** All procedures, which pages call in this process. */
export const appRouter = mergeRouters(
  procedures,
  router({
    /** Who may call the others. */
    permissions: makePermissionsRouter(metadata),
  }),
);
export type AppRouter = typeof appRouter;

/** What scripts of pages call, and so all that is served under /trpc: a test compares it with their sources. */
export const browserRouter = router({
  ...liveQueues(),
  submissions: { changes: arrivalsRouter.changes },
  lists: { newSince: arrivalsRouter.newSince },
  audit: { list: auditRouter.list, staff: auditRouter.staff },
  retention: retentionRouter,
  system: systemRouter,
  directory: {
    list: directoryRouter.list,
    add: directoryRouter.add,
    change: directoryRouter.change,
    remove: directoryRouter.remove,
  },
  staff: {
    addPasskey: staffRouter.addPasskey,
    beginTwoStep: staffRouter.beginTwoStep,
    changePassword: staffRouter.changePassword,
    confirmTwoStep: staffRouter.confirmTwoStep,
    endCalendarAddress: staffRouter.endCalendarAddress,
    endTwoStep: staffRouter.endTwoStep,
    makeCalendarAddress: staffRouter.makeCalendarAddress,
    me: staffRouter.me,
    owners: staffRouter.owners,
    present: staffRouter.present,
    removePasskey: staffRouter.removePasskey,
    setDueMail: staffRouter.setDueMail,
    stay: staffRouter.stay,
  },
  clients: {
    stay: clientsRouter.stay,
    list: clientRecordsRouter.list,
    detail: clientRecordsRouter.detail,
    claim: clientRecordsRouter.claim,
    documents: clientRecordsRouter.documents,
    notes: clientRecordsRouter.notes,
    timeline: clientRecordsRouter.timeline,
    newAddresses: clientRecordsRouter.newAddresses,
    ofEvaluation: clientRecordsRouter.ofEvaluation,
    addNote: clientRecordsRouter.addNote,
    changeDocument: clientRecordsRouter.changeDocument,
    close: clientsRouter.close,
    correctName: clientsRouter.correctName,
    decideLink: clientRecordsRouter.decideLink,
    editNote: clientRecordsRouter.editNote,
    endSessions: clientsRouter.endSessions,
    freeSsn: clientsRouter.freeSsn,
    issueConfirmationCode: clientsRouter.issueConfirmationCode,
    issuePinCode: clientsRouter.issuePinCode,
    markDocumentHandled: clientRecordsRouter.markDocumentHandled,
    removeDocument: clientRecordsRouter.removeDocument,
    reopen: clientsRouter.reopen,
    revealSsn: clientsRouter.revealSsn,
    setClaim: clientRecordsRouter.setClaim,
  },
  failedEmails: {
    abandon: failedEmailsRouter.abandon,
    count: failedEmailsRouter.count,
    list: failedEmailsRouter.list,
    retry: failedEmailsRouter.retry,
    retryAll: failedEmailsRouter.retryAll,
  },
  samples: { count: samplesRouter.count, removeAll: samplesRouter.removeAll },
  contracts: {
    list: contractsRouter.list,
    detail: contractsRouter.detail,
    countersign: contractsRouter.countersign,
    signDesk: contractsRouter.signDesk,
    waiting: contractsRouter.waiting,
    appointmentSheet: contractsRouter.appointmentSheet,
    remove: contractsRouter.remove,
    revealSsn: contractsRouter.revealSsn,
  },
  matters: {
    addNote: mattersRouter.addNote,
    assign: mattersRouter.assign,
    calendar: mattersRouter.calendar,
    correct: mattersRouter.correct,
    detail: mattersRouter.detail,
    editClaim: mattersRouter.editClaim,
    editPerson: mattersRouter.editPerson,
    enter: mattersRouter.enter,
    finish: mattersRouter.finish,
    list: mattersRouter.list,
    merge: mattersRouter.merge,
    move: mattersRouter.move,
    open: mattersRouter.open,
    overdue: mattersRouter.overdue,
    preview: mattersRouter.preview,
    remove: mattersRouter.remove,
    recordAttempt: mattersRouter.recordAttempt,
    today: mattersRouter.today,
    waiting: mattersRouter.waiting,
  },
  imports: {
    decide: importsRouter.decide,
    detail: importsRouter.detail,
    list: importsRouter.list,
    map: importsRouter.map,
    open: importsRouter.open,
    rows: importsRouter.rows,
    save: importsRouter.save,
    takeBack: importsRouter.takeBack,
  },
  reports: { read: reportsRouter.read },
  profile: {
    markNoticeSent: profileRouter.markNoticeSent,
    openNotices: profileRouter.openNotices,
    unmarkNoticeSent: profileRouter.unmarkNoticeSent,
  },
  staffAccounts: {
    list: staffAccountsRouter.list,
    change: staffAccountsRouter.change,
    changeTwoStepRule: staffAccountsRouter.changeTwoStepRule,
    disable: staffAccountsRouter.disable,
    enable: staffAccountsRouter.enable,
    endTwoStep: staffAccountsRouter.endTwoStep,
    invite: staffAccountsRouter.invite,
    removePasskeys: staffAccountsRouter.removePasskeys,
    sendLink: staffAccountsRouter.sendLink,
    turnOffShared: staffAccountsRouter.turnOffShared,
    twoStepRule: staffAccountsRouter.twoStepRule,
  },
  uploads: { begin: uploadsRouter.begin, finish: uploadsRouter.finish, unread: uploadsRouter.unread },
});
export type BrowserRouter = typeof browserRouter;

const callerOf = createCallerFactory(appRouter);

/**
 * Calls procedures in this process, without HTTP: how page loaders read. What they refuse is thrown as it is.
 *
 * @param context of the request; a function makes it for each call.
 */
export function createCaller(context: RequestContext | (() => RequestContext)) {
  return callerOf(context, { onError: throwRefusal });
}

export type Caller = ReturnType<typeof createCaller>;

/** What is kept up to date and decided on an open page of each review queue. */
function liveQueues() {
  const names = [
    ...(['list', 'detail', 'pending', 'decide', 'rejection', 'takeBack'] as const),
    ...(['inviteToSign', 'recordAttempt', 'assign', 'remove'] as const),
  ] as const;
  return Object.fromEntries(
    Object.entries(queueRouters).map(([queue, router]) => [
      queue,
      Object.fromEntries(names.map((name) => [name, router[name]])),
    ]),
  ) as Record<QueueName, Pick<(typeof queueRouters)[QueueName], (typeof names)[number]>>;
}

/** Hoisted, because the log tells of its own procedures too. */
function readMetadata(): Readonly<Record<string, ProcedureMeta>> {
  return metadata;
}

function metadataOf({ _def }: Procedures): Record<ProcedureName, ProcedureMeta> {
  return Object.fromEntries(
    Object.entries<unknown>(_def.procedures).map(([name, each]) => [
      name,
      (each as AnyTRPCProcedure).meta ?? {},
    ]),
  ) as Record<ProcedureName, ProcedureMeta>;
}
