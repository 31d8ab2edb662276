import { countSamples, removeSamples } from '@claimdesk/cms/samples';
import { findUncountedResults } from '@claimdesk/cms/uncounted-results';
import { APIError } from 'payload';
import { adminProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { router } from '#api/platform/trpc.ts';
import { countSamplePeople, removeSamplePeople } from './remove-sample-people.ts';
import { serverActor } from './server-audit-log.ts';

/**
 * What the seed made up for a trial. Editors have the same button in the CMS, which can't reach people's data and so leaves the
 * people of the back office.
 */
export const samplesRouter = router({
  count: unrecordedStaffProcedure.query(async ({ ctx: { deps } }) => {
    const [entries, people, uncounted] = await Promise.all([
      countSamples(deps.payload),
      countSamplePeople(deps),
      findUncountedResults(deps.payload),
    ]);
    return {
      ...entries,
      count: entries.count + people.count,
      people: people.phrase,
      /** Such as `Our hearings won, 85%+`. */
      uncounted: uncounted.map(({ label, value }) => `${label}, ${value}`),
    };
  }),

  removeAll: adminProcedure.meta({ audit: ['changes', 'Deleted all samples'] }).mutation(({ ctx }) =>
    removeAll(ctx.deps).catch((error: unknown) => {
      throw error instanceof APIError
        ? new DomainError('unavailable', error.message, { cause: error })
        : error;
    }),
  ),
});

/** For the command on the server, on record. @returns what was removed, in words. */
export async function removeSamplesOnServer({
  audit,
  ...deps
}: Removing & Pick<Deps, 'audit'>): Promise<string> {
  await audit.record({ actor: serverActor, action: 'samples.removeAll', subject: null });
  const { sentence } = await removeAll(deps);
  return sentence;
}

type Removing = Parameters<typeof removeSamplePeople>[0];

/** @throws APIError with a sentence when some entries could not be removed; the people are gone then. */
async function removeAll(deps: Removing): Promise<{ removed: number; sentence: string }> {
  const people = await countSamplePeople(deps);
  await removeSamplePeople(deps);
  const { removed, sentence } = await removeSamples(deps.payload);
  if (people.count === 0) return { removed, sentence };
  return {
    removed: removed + people.count,
    sentence: [`Removed ${people.phrase} from the back office.`, ...(removed > 0 ? [sentence] : [])].join(
      ' ',
    ),
  };
}
