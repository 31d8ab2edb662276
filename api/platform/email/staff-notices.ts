import { type Connection, type mongo, Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import type { DataKeys } from '#api/platform/keys/data-keys.ts';
import type { Firm } from './email-parts.ts';
import { enqueue } from './enqueue.ts';
import { type WrittenEmail, writeEmail } from './write-email.ts';

/** A notice to staff about one submission, without any of its content. */
export interface Arrival {
  /** In the singular, such as `case evaluation`. */
  noun: string;
  reference: string;
  /** The back-office page that shows it, as a path. */
  page: string;
  /** A last day to appeal is near, which the email says without naming it. */
  urgent?: boolean;
}

interface Notice extends Arrival {
  _id: Types.ObjectId;
  created_at: Date;
  /** The lease of the process that collects it and the others: see `takeLease`. */
  due_at?: Date;
  leased_until?: Date;
  attempts?: number;
}

export const staffNoticesCollection = defineCollection<Notice>({
  name: 'staff_notices',
  fields: {
    noun: { type: String, required: true, maxlength: 60 },
    reference: { type: String, required: true, maxlength: 20 },
    page: { type: String, required: true, maxlength: 100 },
    urgent: Boolean,
    created_at: { type: Date, required: true },
    due_at: Date,
    leased_until: Date,
    attempts: Number,
  },
  indexes: [[{ created_at: 1 }], [{ reference: 1 }]],
});

/** More than this are split into two emails. */
const maxPerEmail = 5_000;

/**
 * Records in the caller's transaction that something arrived, so that staff are notified. Each gets its own row: a row
 * shared by all of a minute would make everyone who sends a form in that minute wait for the others.
 */
export async function recordStaffNotice(
  arrival: Arrival,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  const row = { _id: new Types.ObjectId(), ...arrival, created_at: new Date() };
  await staffNoticesCollection.model(portal).create([row], { session });
}

/** Deletes, in the caller's transaction, the unsent notice about a deleted submission. */
export async function forgetStaffNotice(
  reference: string,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await staffNoticesCollection.model(portal).deleteMany({ reference }, { session });
}

interface Options {
  portal: Connection;
  keys: DataKeys;
  settings: { STAFF_EMAIL: string; PUBLIC_URL: string; STAFF_NOTICE_SECONDS: number };
  readFirm: () => Promise<Firm>;
}

/** @returns the job that collects the notices to staff, once the oldest has waited long enough. */
export function collectWhenDue(options: Options): RowJob<Notice> {
  const waitMs = options.settings.STAFF_NOTICE_SECONDS * 1000;
  return {
    name: 'staff-notices',
    collection: staffNoticesCollection.name,
    waiting: (now) => ({ created_at: { $lte: new Date(now.getTime() - waitMs) } }),
    sort: { created_at: 1 },
    pollMs: Math.min(waitMs, 5_000),
    run: () => collectStaffNotices(options),
  };
}

/**
 * Once the oldest notice has waited long enough, queues one email about all of them. It deletes the notices in the same
 * transaction: of two processes that collect at once, one finds nothing left, and a crash loses nothing.
 */
export async function collectStaffNotices({ portal, keys, settings, readFirm }: Options): Promise<void> {
  const model = staffNoticesCollection.model(portal);
  const oldest = await model.findOne({}, { created_at: 1 }).sort({ created_at: 1 }).lean();
  if (!oldest || oldest.created_at.getTime() + settings.STAFF_NOTICE_SECONDS * 1000 > Date.now()) return;
  const firm = await readFirm();
  await inTransaction(portal, async (session) => {
    const found = await model
      .find({}, {}, { session })
      .sort({ created_at: 1 })
      .limit(maxPerEmail)
      .lean<Notice[]>();
    // Another process was faster. Newer notices wait their own time.
    if (!found.some(({ _id }) => _id.equals(oldest._id))) return;
    const email = writeStaffNotice(found, firm, settings.PUBLIC_URL);
    await enqueue({ kind: 'staff-notice', to: settings.STAFF_EMAIL, ...email }, { portal, keys, session });
    await model.collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, { session });
  });
}

/**
 * Email is read on phones, forwarded and kept for years, so it only says what kinds of submissions arrived, the reference
 * of a single one, and where to read them after signing in.
 */
export function writeStaffNotice(arrivals: readonly Arrival[], firm: Firm, publicUrl: string): WrittenEmail {
  const pages = new Set(arrivals.map(({ page }) => page));
  const [page = '/admin/dashboard'] = pages.size === 1 ? pages : [];
  const action = { label: 'Open the back office', url: `${publicUrl}${page}` };
  const [only] = arrivals;
  if (only && arrivals.length === 1) {
    return writeEmail({
      firm,
      subject: `${only.urgent ? 'Appeal deadline: new' : 'New'} ${only.noun} ${only.reference}`,
      heading: `A new ${only.noun} has arrived`,
      paragraphs: [
        ...(only.urgent ? ['It is about an appeal with a deadline.'] : []),
        `The ${only.noun} ${only.reference} waits for review. Log in to the back office to read it.`,
      ],
      action,
    });
  }
  const urgent = arrivals.filter((arrival) => arrival.urgent).length;
  const counts = Map.groupBy(arrivals, ({ noun }) => noun);
  return writeEmail({
    firm,
    subject: `${urgent > 0 ? 'Appeal deadline: ' : ''}${arrivals.length} new submissions`,
    heading: `${arrivals.length} new submissions have arrived`,
    paragraphs: [
      ...[...counts].map(([noun, { length }]) => `${length} ${noun}${length === 1 ? '' : 's'}`),
      ...(urgent > 0
        ? [`${urgent} of them ${urgent === 1 ? 'is' : 'are'} about an appeal with a deadline.`]
        : []),
      'They wait for review. Log in to the back office to read them.',
    ],
    action,
  });
}
