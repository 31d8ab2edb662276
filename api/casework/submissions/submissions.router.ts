import { tracked } from '@trpc/server';
import { z } from 'zod';
import { unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { streamChanges } from './stream-changes.ts';

export const submissionsRouter = router({
  /**
   * Notifies an open staff page that something arrived or changed; the page then reads what it may see. One stream for
   * all kinds, because a browser allows few open streams and shares them among its tabs.
   */
  changes: unrecordedStaffProcedure
    .input(z.strictObject({ lastEventId: z.string().max(60).nullish() }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      // After a reconnect the page can't know what it missed, so tell it to reload at once.
      if (input?.lastEventId) yield tracked(eventId(), { kind: 'unknown' as const, id: 'unknown' });
      for await (const changed of streamChanges(ctx, signal)) yield tracked(eventId(), changed);
    }),
});

function eventId(): string {
  return String(Date.now());
}
