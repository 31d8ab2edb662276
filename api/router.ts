import { applicationsRouter } from './applications/applications.router.ts';
import { attorneysRouter } from './attorneys/attorneys.router.ts';
import { clientsRouter } from './clients/clients.router.ts';
import { contentRouter } from './content/content.router.ts';
import { contractsRouter } from './contracts/contracts.router.ts';
import { deadlinesRouter } from './deadlines/deadlines.router.ts';
import { documentsRouter } from './documents/documents.router.ts';
import { evaluationsRouter } from './evaluations/evaluations.router.ts';
import { exportsRouter } from './exports/exports.router.ts';
import { intakeRouter } from './intake/intake.router.ts';
import { mailRouter } from './outbox/mail.router.ts';
import { retentionRouter } from './retention/retention.router.ts';
import { searchRouter } from './search/search.router.ts';
import { staffRouter } from './staff/staff.router.ts';
import { submissionsRouter } from './submissions/submissions.router.ts';
import { createCallerFactory, router } from './trpc.ts';

/** Every call that the product has, by noun. */
export const appRouter = router({
  /** What editors write: pages, articles, FAQ, facts. */
  content: contentRouter,
  /** The attorney directory. */
  attorneys: attorneysRouter,
  /** A visitor's way through a form, step by step. */
  intake: intakeRouter,
  /** Case evaluations: sent by claimants, reviewed by staff. */
  evaluations: evaluationsRouter,
  /** Applications of attorneys, reviewed by staff. */
  applications: applicationsRouter,
  /** Files of what was sent, for staff. */
  exports: exportsRouter,
  /** News of everything that staff review. */
  submissions: submissionsRouter,
  /** Service contracts: signed by claimants, read by staff. */
  contracts: contractsRouter,
  /** Whether a file is one that was signed here. */
  documents: documentsRouter,
  /** What visitors look for in all that editors wrote. */
  search: searchRouter,
  /** How long somebody has to appeal. */
  deadlines: deadlinesRouter,
  /** Letters that could not be sent. */
  mail: mailRouter,
  /** What was deleted because its time was over. */
  retention: retentionRouter,
  /** Registering clients, and signing them in and out. */
  clients: clientsRouter,
  /** Signing staff in and out. */
  staff: staffRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in this process: how pages read, without HTTP to ourselves. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
