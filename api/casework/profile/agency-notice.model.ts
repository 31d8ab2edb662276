import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** How the agency was notified: by letter, or on its website for representatives. */
export const noticeWays = ['letter', 'their portal'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** How staff know that a change of address is the client's own, where a notice is sent before its hold ends. */
export const earlyReasons = ['call', 'in person'] as const;
export type EarlyReason = (typeof earlyReasons)[number];

/** A task for staff: tell Social Security about a client's new address. */
export interface AgencyNotice {
  _id: Types.ObjectId;
  client_id: string;
  /** The address entry, and the revision to report to the agency. */
  address: Types.ObjectId;
  revision: number;
  made_at: Date;
  sent_at: Date | null;
  how?: NoticeWay;
  /** Only where it was sent while it was held. */
  early?: EarlyReason;
  /** The id of the staff account that sent it. */
  staff?: string;
}

export const agencyNoticesCollection = 'agency_notices';

const schema = new Schema<AgencyNotice>(
  {
    client_id: { type: String, required: true },
    address: { type: Schema.Types.ObjectId, required: true },
    revision: { type: Number, required: true },
    made_at: { type: Date, required: true },
    sent_at: { type: Date, default: null },
    how: { type: String, enum: noticeWays },
    early: { type: String, enum: earlyReasons },
    staff: String,
  },
  { collection: agencyNoticesCollection, strict: 'throw', versionKey: false },
)
  .index({ client_id: 1, made_at: -1, _id: -1 })
  .index({ client_id: 1, sent_at: -1, _id: -1 })
  // A client has one open notice: a second change of address before it is sent makes it newer.
  .index({ client_id: 1 }, { name: 'one_open', unique: true, partialFilterExpression: { sent_at: null } })
  .index({ sent_at: 1, made_at: 1, _id: 1 });

export function agencyNoticeModel(portal: Connection): Model<AgencyNotice> {
  return portal.models.AgencyNotice ?? portal.model<AgencyNotice>('AgencyNotice', schema);
}

export async function prepareAgencyNotices(portal: Connection): Promise<void> {
  const model = agencyNoticeModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
