import { Schema, type Types } from 'mongoose';
import { eventId, type NewEvent } from '#api/accounts/clients/events.ts';
import { defineCollection } from '#api/platform/database/collection.ts';

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

export const agencyNoticesCollection = defineCollection<AgencyNotice>({
  name: 'agency_notices',
  fields: {
    client_id: { type: String, required: true },
    address: { type: Schema.Types.ObjectId, required: true },
    revision: { type: Number, required: true },
    made_at: { type: Date, required: true },
    sent_at: { type: Date, default: null },
    how: { type: String, enum: noticeWays },
    early: { type: String, enum: earlyReasons },
    staff: String,
  },
  indexes: [
    [{ client_id: 1, made_at: -1, _id: -1 }],
    // A client has one open notice: a second change of address before it is sent makes it newer.
    [{ client_id: 1 }, { name: 'one_open', unique: true, partialFilterExpression: { sent_at: null } }],
    [{ sent_at: 1, made_at: 1, _id: 1 }],
  ],
  retention: { label: 'notices to the agency about addresses', client: 'client_id' },
});

/** @returns the event of a notice that became due. */
export function madeEvent({ _id: record, client_id, made_at: at }: AgencyNotice): NewEvent {
  return { _id: eventId(at, String(record)), client_id, name: 'notice-made', by: 'client', at, record };
}

/** @returns the event of a notice that was marked as sent. */
export function sentEvent({
  _id: record,
  client_id,
  how,
  staff,
  sent_at,
}: AgencyNotice & { sent_at: Date; staff: string }): NewEvent {
  const _id = eventId(sent_at, String(record));
  return { _id, client_id, name: 'notice-sent', by: staff, at: sent_at, subject: how, record };
}
