import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { type Duty, type DutyState, dutyStates } from './duty.ts';

/** A duty as it is stored: what lists are made of in plain text, and the rest of it as one encrypted value. */
export interface DutyRow
  extends Pick<Duty, 'matter' | 'event' | 'rule' | 'due' | 'hard' | 'isAppeal' | 'state'> {
  /** The id of the duty, made of its event and its rule: so that there is one for each. */
  _id: string;
  /** The id of the staff account that has to do it; null for whoever comes first. */
  owner: string | null;
  /** The day on which somebody ended it, as they say; null while nobody has. */
  ended_on: CalendarDate | null;
  /** Encrypted JSON of everything else that a `Duty` has. */
  details: string;
  sample?: boolean;
}

/** How what was due ended; of what another took the place of, nobody says. */
export const endedStates = [
  'done',
  'late with good cause',
  'waived',
  'missed',
] as const satisfies DutyState[];

const isOpen = { partialFilterExpression: { state: 'open' satisfies DutyState } } as const;

export const dutiesCollection = defineCollection<DutyRow>({
  name: 'duties',
  fields: {
    _id: { type: String, required: true },
    matter: { type: String, required: true },
    event: { type: String, required: true },
    rule: { type: String, required: true },
    due: { type: String, required: true },
    hard: { type: Boolean, required: true },
    isAppeal: { type: Boolean, required: true },
    state: { type: String, enum: dutyStates, required: true },
    owner: { type: String, default: null },
    ended_on: { type: String, default: null },
    details: { type: String, required: true },
    ...sampleMark,
  },
  indexes: [
    [{ matter: 1, due: 1, _id: 1 }],
    // What is open, of everybody and of one: Today, and what the passing of a day ends.
    [{ due: 1, _id: 1 }, isOpen],
    [{ owner: 1, due: 1, _id: 1 }, isOpen],
    [{ isAppeal: 1, due: 1 }, isOpen],
    // How duties of some days ended: the reports.
    [{ due: 1, state: 1, ended_on: 1 }, { partialFilterExpression: { state: { $in: endedStates } } }],
    // What is open of one rule: the sign desk.
    [{ rule: 1, due: 1, _id: 1 }, isOpen],
    sampleIndex,
  ],
  encrypted: ['details'],
  owner: 'matter',
});

/** @param ring of the matter. */
export function dutyRow(duty: Duty, owner: string | null, ring: KeyRing): DutyRow {
  const { id: _id, matter, event, rule, due, hard, isAppeal, state, ...details } = duty;
  const encrypted = dutiesCollection.encrypt(ring, _id, 'details', JSON.stringify(details));
  const ended_on = duty.outcome?.on ?? null;
  return { _id, matter, event, rule, due, hard, isAppeal, state, owner, ended_on, details: encrypted };
}

/** @param ring of the matter. @throws Error when it was changed or moved, or its key is gone. */
export function openDuty(stored: DutyRow, ring: KeyRing): Duty {
  const { _id: id, owner: _, ended_on: _e, details, sample: _s, ...row } = stored;
  return { id, ...row, ...JSON.parse(dutiesCollection.decrypt(ring, id, 'details', details)) };
}

/** @returns the nearest day of the open ones among duties; null where none is open. */
export function nextDue(duties: readonly Pick<Duty, 'state' | 'due'>[]): CalendarDate | null {
  const days = duties.flatMap(({ state, due }) => (state === 'open' ? [due] : []));
  return days.length > 0 ? days.reduce((one, other) => (other < one ? other : one)) : null;
}
