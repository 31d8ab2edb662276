import { queueProcedures } from '#api/casework/submissions/queue-procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { applications } from './applications.ts';

/** Applications are submitted through `intake.save`. */
export const applicationsRouter = router(queueProcedures(applications));
