import { contentModel } from '@claimdesk/cms/mongoose-of';
import type { Deps } from '#api/platform/deps.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';

/** As `cms/audit-events.ts` stores it. */
interface CmsEvent {
  _id: unknown;
  actor: string;
  action: string;
  subject?: string | null;
  fields?: string[];
  at: Date;
}

/**
 * @returns the job that writes what editors did in the CMS to the audit log, in the order in which they did it. An event is
 * written twice only if the process ends between writing and deleting it.
 */
export function recordCmsEvents({ payload, audit }: Pick<Deps, 'payload' | 'audit'>): RowJob<CmsEvent> {
  const { collection } = contentModel<CmsEvent>('audit-events', payload);
  return {
    name: 'cms-events',
    collection: collection.name,
    database: collection.conn.name,
    waiting: () => ({}),
    due: 'takenUntil',
    sort: { _id: 1 },
    pollMs: 2_000,
    async run({ _id, actor, action, subject = null, fields = [], at }) {
      await audit.record({ actor, action, subject, fields, at });
      await collection.deleteOne({ _id } as never);
    },
  };
}
