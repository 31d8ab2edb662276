import { easternToday } from '@claimdesk/forms/eastern-time';
import { trusted } from 'mongoose';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import { passDays } from './change-matter.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'payload' | 'content' | 'log'>;

/** @returns the job that ends appeals whose last day has passed, early on the day after. */
export function passDaysWhenDue(deps: Dependencies): ScheduledJob {
  return { name: 'duties', schedule: { dailyAt: '00:10' }, run: (signal) => passAllDays(deps, signal) };
}

/** It can be interrupted and repeated. A matter that can't be read stops no other. */
export async function passAllDays(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  const passed = { state: 'open', isAppeal: true, due: trusted({ $lt: easternToday() }) };
  const matters: string[] = await dutiesCollection.model(deps.portal).distinct('matter', passed);
  const closings = await readFederalClosings(deps);
  let failed = 0;
  for (const matter of matters) {
    if (signal?.aborted) return;
    try {
      await inTransaction(deps.portal, (session) => passDays(matter, { ...deps, closings }, session));
    } catch (error) {
      failed += 1;
      deps.log.error('matter not followed', { error: errorLocation(error) });
    }
  }
  if (failed > 0) throw new Error(`The days of ${failed} matters were not followed.`);
}
