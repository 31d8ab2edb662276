import { contentModel } from '@claimdesk/cms/mongoose-of';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type RepeatedJob, repeat } from '#api/platform/repeat.ts';

/** As `cms/audit-events.ts` stores it. */
interface CmsEvent {
  actor: string;
  action: string;
  subject?: string | null;
  fields?: string[];
  at: Date;
  takenUntil?: Date | null;
}

const everyMs = 2_000;
/** Lease: another process retries after this. */
const takenMs = 60_000;

/** Writes what editors did in the CMS to the audit log. Several sites may do so at once. */
export function recordCmsEventsWhenDue(deps: Pick<Deps, 'payload' | 'audit' | 'log'>): RepeatedJob {
  return repeat(() => recordCmsEvents(deps), {
    everyMs,
    onError: (error) => deps.log.error('changes in the CMS not recorded', { error: errorLocation(error) }),
  });
}

/**
 * Writes every event, in the order they were made. An event is written twice only if the process ends between writing and
 * deleting it.
 */
export async function recordCmsEvents({ payload, audit }: Pick<Deps, 'payload' | 'audit'>): Promise<void> {
  const events = contentModel<CmsEvent>('audit-events', payload);
  for (;;) {
    const now = Date.now();
    const event = await events
      .findOneAndUpdate(
        { $or: [{ takenUntil: null }, { takenUntil: { $lt: new Date(now) } }] },
        { $set: { takenUntil: new Date(now + takenMs) } },
        { sort: { _id: 1 } },
      )
      .lean();
    if (!event) return;
    const { _id, actor, action, subject = null, fields = [], at } = event;
    await audit.record({ actor, action, subject, fields, at });
    await events.deleteOne({ _id });
  }
}
