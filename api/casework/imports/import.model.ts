import { Schema, type Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Mapping } from './read-row.ts';

const importStates = [
  'mapping',
  'matching',
  'review',
  'saving',
  'saved',
  'taking back',
  'taken back',
] as const;
export type ImportState = (typeof importStates)[number];

/** In these, the job works on it. */
export const workingStates: readonly ImportState[] = ['matching', 'saving', 'taking back'];

/**
 * What becomes of a row. `by hand`: what it says can't be entered by an import. `kept`: it was entered and can't be taken back,
 * because something was entered or done since. `open`: a matter is opened for it.
 */
export const rowGroups = [
  'new',
  'ask',
  'enter',
  'by hand',
  'nothing new',
  'not ours',
  'open',
  'entered',
  'taken back',
  'kept',
] as const;
export type RowGroup = (typeof rowGroups)[number];

/**
 * How many rows are certain, asked a person, or are about nobody of ours, whatever was decided since; and how many are in each
 * group. `openable`: of those that are not ours, for how many a matter can be opened.
 */
export type ImportCounts = Partial<Record<RowGroup | Verdict | 'openable', number>>;

const verdicts = ['certain', 'asks', 'nobody'] as const;
export type Verdict = (typeof verdicts)[number];

/** A file of claim status. It stays as a record of what was done; its rows end sooner. */
export interface Import {
  _id: Types.ObjectId;
  /** Keyed fingerprint of the file. */
  digest: string;
  /** Keyed fingerprint of its headings: files with the same ones are mapped alike. */
  layout: string;
  state: ImportState;
  /** The id of the staff account that uploaded it. */
  by: string;
  at: Date;
  /** Encrypted JSON of a `Header`. */
  header: string;
  mapping?: Mapping;
  rows: number;
  counts: ImportCounts;
  saved_by?: string;
  saved_at?: Date;
  taken_back_by?: string;
  /** The second person who agreed to that, as named, encrypted. */
  agreed_by?: string;
  /** For the job: see `takeLease`. */
  attempts: number;
  due_at: Date;
  leased_until?: Date;
}

export interface Header {
  headers: string[];
  how: string;
}

export interface ImportRow {
  /** Of the import and its number in the file, padded: `<24 hexadecimal digits>-00012`, so that rows sort as in the file. */
  _id: string;
  import: Types.ObjectId;
  group: RowGroup;
  verdict?: Verdict;
  /** Encrypted JSON of its cells. */
  cells: string;
  /** Encrypted JSON of a `Found`. */
  found?: string;
  /** The number of the matter that it is about; null where there is none. */
  matter: string | null;
  /** The id of the staff account that decided whose it is, where a person did. */
  decided_by?: string;
  /** Whether a matter can be opened for it. */
  openable?: boolean;
  /** The id of the event by which its matter was opened for it, where it was. */
  opened?: string;
  /** The ids of the events that it became. */
  events: string[];
  /** The id of the client who got an email because of it: one for each import. */
  mailed?: string;
  at: Date;
}

export interface Found {
  /** Why it needs review, or why it can't be entered. */
  why: string;
  /** Numbers of matters that it may be about. */
  candidates: string[];
}

const keepSeconds = 6 * 365 * 24 * 60 * 60;
const rowDays = 30;
const daySeconds = 24 * 60 * 60;

export const importsCollection = defineCollection<Import>({
  name: 'imports',
  fields: {
    digest: { type: String, required: true },
    layout: { type: String, required: true },
    state: { type: String, enum: importStates, required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
    header: { type: String, required: true },
    mapping: {
      type: new Schema<Mapping>(
        {
          ssn: Number,
          birth: Number,
          first: Number,
          last: Number,
          name: Number,
          level: Number,
          status: Number,
          day: Number,
          next: Number,
          time: Number,
          zone: { type: String, required: true },
        },
        { _id: false },
      ),
    },
    rows: { type: Number, required: true },
    counts: { type: Schema.Types.Mixed, required: true },
    saved_by: String,
    saved_at: Date,
    taken_back_by: String,
    agreed_by: String,
    attempts: { type: Number, required: true },
    due_at: { type: Date, required: true },
    leased_until: Date,
  },
  indexes: [
    [{ at: -1, _id: -1 }],
    [{ digest: 1, at: -1 }],
    [{ layout: 1, at: -1 }],
    [{ state: 1, due_at: 1 }],
    [{ at: 1 }, { expireAfterSeconds: keepSeconds }],
  ],
  encrypted: ['header', 'agreed_by'],
});

export const importRowsCollection = defineCollection<ImportRow>({
  name: 'import_rows',
  fields: {
    _id: { type: String, required: true },
    import: { type: Schema.Types.ObjectId, required: true },
    group: { type: String, enum: rowGroups, required: true },
    verdict: { type: String, enum: verdicts },
    cells: { type: String, required: true },
    found: String,
    matter: { type: String, default: null },
    decided_by: String,
    openable: Boolean,
    opened: String,
    events: { type: [String], required: true },
    mailed: String,
    at: { type: Date, required: true },
  },
  indexes: [
    [{ import: 1, group: 1, _id: 1 }],
    [{ import: 1, matter: 1 }],
    [{ import: 1, mailed: 1 }, { partialFilterExpression: { mailed: { $exists: true } } }],
    [{ at: 1 }, { expireAfterSeconds: rowDays * daySeconds }],
  ],
  encrypted: ['cells', 'found'],
  owner: 'import',
  retention: {
    label: 'rows of imported files of claim status',
    since: 'after the file was uploaded',
    days: () => rowDays,
    expired: (before) => ({ at: { $lt: before } }),
  },
});
