import { Schema, type Types } from 'mongoose';
import { type Benefit, benefits, type Outcome } from '#api/casework/duties/case-event.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import { type Lookup, lookupSchema } from '#api/platform/keys/lookups.ts';
import { type SearchTokens, searchTokensSchema } from '#api/platform/keys/search-tokens.ts';

export const matterLevels = ['initial', 'reconsideration', 'hearing', 'council', 'court'] as const;
export type MatterLevel = (typeof matterLevels)[number];

export const matterStatuses = ['preparing', 'at-agency', 'decided', 'closed'] as const;
export type MatterStatus = (typeof matterStatuses)[number];

export const matterOutcomes = [
  'favorable',
  'partly',
  'unfavorable',
  'dismissed',
  'technical',
  'ceased',
  'withdrawn',
] as const satisfies readonly (Outcome | 'withdrawn')[];
export type MatterOutcome = (typeof matterOutcomes)[number];

/** How a claim stands. "Denied, not yet appealed" is the initial level, decided, unfavorable. */
export interface Standing {
  level: MatterLevel;
  status: MatterStatus;
  outcome: MatterOutcome | null;
}

/** A claim for which the firm works: what it is about, how it stands, and who does it. Nobody needs an account to have one. */
export interface Matter extends Standing {
  /** Its number, `M-26-0412`: see `makeMatterNumber`. */
  _id: string;
  /** Encrypted JSON of a `MatterPerson`. */
  person: string;
  /** Finds matters by Social Security number; empty where it is not known. */
  ssn_lookup: Lookup[];
  /** Staff search names and phone numbers by these. */
  search_tokens: SearchTokens[];
  /** The portal account whose matter it is, where no contract says so: whose contract it is, says `findOwnerOf`. */
  client_id?: string;
  /** The signed contract that it follows from; left out where there is none. */
  contract?: Types.ObjectId;
  benefits: Benefit[];
  /** Encrypted JSON of `ClaimDetails`; left out while nothing is known. */
  claim?: string;
  /** The id of the staff account that works on it. */
  owner: string | null;
  /** The id of the staff account that represents the person. */
  representative: string | null;
  /** The nearest last day of its open duties, kept with them; null where none is open. */
  next_due: CalendarDate | null;
  /** Counts changes of its events and duties. Each begins with a write here, so that concurrent transactions conflict. */
  changes: number;
  opened_at: Date;
  sample?: boolean;
}

export const mattersCollection = defineCollection<Matter>({
  name: 'matters',
  fields: {
    _id: { type: String, required: true },
    person: { type: String, required: true },
    ssn_lookup: { type: lookupSchema, required: true },
    search_tokens: { type: searchTokensSchema, required: true },
    client_id: String,
    contract: Schema.Types.ObjectId,
    benefits: { type: [{ type: String, enum: benefits }], required: true },
    claim: String,
    level: { type: String, enum: matterLevels, required: true },
    status: { type: String, enum: matterStatuses, required: true },
    outcome: { type: String, enum: [...matterOutcomes, null], default: null },
    owner: { type: String, default: null },
    representative: { type: String, default: null },
    next_due: { type: String, default: null },
    changes: { type: Number, required: true },
    opened_at: { type: Date, required: true },
    ...sampleMark,
  },
  indexes: [
    [{ opened_at: -1, _id: -1 }],
    [{ status: 1, opened_at: -1, _id: -1 }],
    [{ owner: 1, opened_at: -1, _id: -1 }],
    [{ 'search_tokens.t': 1, status: 1, opened_at: -1, _id: -1 }],
    [{ 'ssn_lookup.h': 1 }],
    // How many there are of each: the reports.
    [{ level: 1, status: 1 }],
    // A contract has one matter, and an account without a contract has one.
    [{ contract: 1 }, { unique: true, partialFilterExpression: { contract: { $exists: true } } }],
    [{ client_id: 1 }, { unique: true, partialFilterExpression: { client_id: { $exists: true } } }],
    sampleIndex,
  ],
  encrypted: ['person', 'claim'],
});
