import { countSamples, removeSamples } from '@claimdesk/cms/samples';
import { APIError } from 'payload';
import { adminProcedure, unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { router } from '#api/platform/trpc.ts';
import { serverActor } from './shared-password.ts';

/** What the seed made up for a trial: editors have the same button in the CMS. */
export const samplesRouter = router({
  count: unrecordedAdminProcedure.query(({ ctx }) => countSamples(ctx.deps.payload)),

  removeAll: adminProcedure.mutation(({ ctx }) =>
    removeSamples(ctx.deps.payload).catch((error: unknown) => {
      throw error instanceof APIError
        ? new DomainError('unavailable', error.message, { cause: error })
        : error;
    }),
  ),
});

/** For the command on the server, on record. @returns what was removed, in words. */
export async function removeSamplesOnServer({
  payload,
  audit,
}: Pick<Deps, 'payload' | 'audit'>): Promise<string> {
  await audit.record({ actor: serverActor, action: 'samples.removeAll', subject: null });
  const { sentence } = await removeSamples(payload);
  return sentence;
}
