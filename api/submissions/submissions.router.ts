import { tracked } from '@trpc/server';
import { z } from 'zod';
import { adminProcedure, router } from '../trpc.ts';
import { followChanges } from './follow-changes.ts';

export const submissionsRouter = router({
  /**
   * Tells an open staff screen that something arrived or changed; the screen then reads what it may see. One stream for
   * all kinds, because a browser allows few open streams and shares them among its tabs.
   */
  changes: adminProcedure
    .input(z.strictObject({ lastEventId: z.string().max(60).nullish() }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      // After a break the screen can't know what it missed, so it is told to read again at once.
      if (input?.lastEventId) yield tracked(eventId(), { kind: 'unknown' as const, id: 'unknown' });
      for await (const changed of followChanges(ctx, signal)) yield tracked(eventId(), changed);
    }),
});

function eventId(): string {
  return String(Date.now());
}
