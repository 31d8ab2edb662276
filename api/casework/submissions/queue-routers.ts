import type { QueueName } from '@claimdesk/forms/intakes';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { router } from '#api/platform/trpc.ts';
import { queueProcedures } from './queue-procedures.ts';
import type { SubmissionKind } from './submission-kind.ts';

const queueRouter = (kind: SubmissionKind) => router(queueProcedures(kind));

/** The procedures that staff review with, by the name of the queue. What is sent comes through `intake.save`. */
export const queueRouters = Object.fromEntries(
  Object.entries(submissionKinds).map(([name, kind]) => [name, queueRouter(kind)]),
) as Record<QueueName, ReturnType<typeof queueRouter>>;
