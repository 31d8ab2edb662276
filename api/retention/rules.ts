import { draftDays } from '../intake/drafts.ts';
import type { Settings } from '../settings.ts';

/** How long something is kept, and how to find what is over. */
export interface RetentionRule {
  /** By which runs count it. */
  name: string;
  /** What it is, for staff, as in `3 saved drafts`. */
  label: string;
  /** From when on it is counted, as in `after the decision`. */
  since: string;
  collection: string;
  days(settings: Settings): number;
  /** @param before whatever ended before this moment is over. */
  over(before: Date): Record<string, unknown>;
}

const never = () => 0;
const ninety = () => 90;
const rejected = (before: Date) => ({ status: 'rejected', reviewed_at: { $lt: before } });
const retained = ({ RETAIN_REJECTED_DAYS }: Settings) => RETAIN_REJECTED_DAYS;

/**
 * What goes, and when: one line each. The privacy policy says the same periods in `seed/pages/privacy-policy.yaml`.
 *
 * All but the rejected ones and unused accounts also have a TTL index, which is quicker; here they are deleted once more
 * and counted, so that it shows when MongoDB's own deleting stands still.
 */
export const retentionRules: readonly RetentionRule[] = [
  {
    name: 'rejected_evaluations',
    label: 'rejected case evaluations',
    since: 'after the decision',
    collection: 'case_evaluations',
    days: retained,
    over: rejected,
  },
  {
    name: 'rejected_applications',
    label: 'rejected attorney applications',
    since: 'after the decision',
    collection: 'attorney_applications',
    days: retained,
    over: rejected,
  },
  {
    name: 'drafts',
    label: 'saved drafts',
    since: `after ${draftDays} days without a change`,
    collection: 'drafts',
    days: never,
    over: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'mail',
    label: 'letters sent or given up',
    since: 'after they were sent or given up',
    collection: 'outbox',
    days: ninety,
    over: (before) => ({
      $or: [
        { state: 'sent', sent_at: { $lt: before } },
        { state: 'dead', dead_at: { $lt: before } },
      ],
    }),
  },
  {
    name: 'unused_clients',
    label: 'portal accounts that nobody confirmed or used',
    since: 'after they were registered',
    collection: 'clients',
    days: () => 30,
    over: (before) => ({
      identity_status: 'unverified',
      last_used_at: null,
      created_at: { $lt: before },
    }),
  },
  {
    name: 'client_sessions',
    label: 'ended client sessions',
    since: 'after they ended',
    collection: 'client_sessions',
    days: never,
    over: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'client_sign_in_tries',
    label: 'counters of client sign-ins',
    since: 'once they no longer count',
    collection: 'client_sign_in_tries',
    days: never,
    over: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'client_sign_in_failures',
    label: 'failed client sign-ins',
    since: 'after they failed',
    collection: 'client_sign_in_failures',
    days: () => 1,
    over: (before) => ({ at: { $lt: before } }),
  },
  {
    name: 'client_devices',
    label: 'browsers that clients no longer use',
    since: 'after 180 days without a sign-in',
    collection: 'client_devices',
    days: never,
    over: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'staff_sessions',
    label: 'ended staff sessions',
    since: 'after they ended',
    collection: 'staff_sessions',
    days: never,
    over: (before) => ({ expires_at: { $lt: before } }),
  },
  {
    name: 'limits',
    label: 'counters of attempts',
    since: 'once they no longer count',
    collection: 'limits',
    days: never,
    over: (before) => ({ expire: { $lt: before } }),
  },
];
