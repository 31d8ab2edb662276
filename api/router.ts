import { clientsRouter } from './accounts/clients/clients.router.ts';
import { staffRouter } from './accounts/staff/staff.router.ts';
import { staffAccountsRouter } from './accounts/staff/staff-accounts.router.ts';
import { claimsRouter } from './casework/claims/claims.router.ts';
import { clientRecordsRouter } from './casework/clients/client-records.router.ts';
import { contractsRouter } from './casework/contracts/contracts.router.ts';
import { documentsRouter } from './casework/contracts/documents.router.ts';
import { directoryRouter } from './casework/directory/directory.router.ts';
import { downloadsRouter } from './casework/downloads/downloads.router.ts';
import { evaluationsRouter } from './casework/evaluations/evaluations.router.ts';
import { exportsRouter } from './casework/exports/exports.router.ts';
import { intakeRouter } from './casework/intake/intake.router.ts';
import { listsRouter } from './casework/lists/lists.router.ts';
import { profileRouter } from './casework/profile/profile.router.ts';
import { queueRouters } from './casework/submissions/queue-procedures.ts';
import { submissionsRouter } from './casework/submissions/submissions.router.ts';
import { uploadsRouter } from './casework/uploads/uploads.router.ts';
import { attorneysRouter } from './content/attorneys/attorneys.router.ts';
import { calculatorsRouter } from './content/calculators/calculators.router.ts';
import { contentRouter } from './content/content.router.ts';
import { deadlinesRouter } from './content/deadlines/deadlines.router.ts';
import { searchRouter } from './content/search/search.router.ts';
import { auditRouter } from './operations/audit.router.ts';
import { failedEmailsRouter } from './operations/failed-emails.router.ts';
import { retentionRouter } from './operations/retention.router.ts';
import { samplesRouter } from './operations/samples.router.ts';
import { systemRouter } from './operations/system.router.ts';
import type { RequestContext } from './platform/context.ts';
import { createCallerFactory, mergeRouters, router, throwRefusal } from './platform/trpc.ts';

/** All procedures of the product, by noun. */
export const appRouter = router({
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
  /** Of these, case evaluations can be sent over the API too. */
  evaluations: evaluationsRouter,
  /** File exports of submissions, for staff. */
  exports: exportsRouter,
  /** Change notifications for everything that staff review. */
  submissions: submissionsRouter,
  /** Searches of the lists that staff read. */
  lists: listsRouter,
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

export type AppRouter = typeof appRouter;

const callerOf = createCallerFactory(appRouter);

/** Calls procedures in this process, without HTTP: how page loaders read. What they refuse is thrown as it is. */
export function createCaller(context: RequestContext) {
  return callerOf(context, { onError: throwRefusal });
}

export type Caller = ReturnType<typeof createCaller>;
