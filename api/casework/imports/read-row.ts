import { easternToday } from '@claimdesk/forms/eastern-time';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import type { Entered } from '#api/casework/matters/entered-facts.ts';
import { addDays, calendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Cell } from './read-table.ts';

/** What columns of a file can say. */
export const importFields = [
  ...(['ssn', 'birth', 'first', 'last', 'name', 'level', 'status', 'day', 'next', 'time'] as const),
] as const;
export type ImportField = (typeof importFields)[number];

/** Which column says what, counted from 0, and in which zone the clock of hearings and exams is. */
export type Mapping = Partial<Record<ImportField, number>> & { zone: string };

/** Who a row is about. Empty texts are not known. */
export interface RowPerson {
  /** Nine digits, or what is left of them: see `digits`. */
  ssn: string;
  /** `whole`: as written; `short`: a leading zero may be lost; `last four`; `unreadable`. */
  digits: 'whole' | 'short' | 'last four' | 'none' | 'unreadable';
  /** `YYYY-MM-DD`; '' where it is not given or can't be read. */
  birth: string;
  isBirthUnreadable: boolean;
  name: string;
}

/** What a row can say: what staff enter too, or that the claim is pending. */
export type RowFacts = Entered | Extract<CaseFacts, { kind: 'import' }>;

/** What a row says happened, or why it can't be entered, in a sentence. */
export type Said = { entered: RowFacts[] } | { problem: string };

export function readPerson(cells: readonly Cell[], mapping: Mapping): RowPerson {
  const birth = cellAt(cells, mapping.birth);
  const read = readDay(birth);
  return {
    ...readNumber(cellAt(cells, mapping.ssn)),
    birth: read?.day ?? '',
    isBirthUnreadable: birth !== '' && !read,
    name: readName(cells, mapping),
  };
}

/** @returns `Doe, Ann` where first and last name have columns of their own. */
function readName(cells: readonly Cell[], { first, last, name }: Mapping): string {
  const parts = [cellAt(cells, last), cellAt(cells, first)].map((part) => String(part).trim());
  return parts.every(Boolean) ? parts.join(', ') : String(cellAt(cells, name)) || parts.join(' ').trim();
}

function readNumber(cell: Cell): Pick<RowPerson, 'ssn' | 'digits'> {
  if (cell === '') return { ssn: '', digits: 'none' };
  const text = String(cell);
  const [, last] = /^(?:[x*#•-]|\s)*(\d{4})$/i.exec(text) ?? [];
  if (/^\d{3}([- ]?)\d{2}\1\d{4}$/.test(text)) return { ssn: text.replaceAll(/\D/g, ''), digits: 'whole' };
  if (/^\d{7,8}$/.test(text)) return { ssn: text.padStart(9, '0'), digits: 'short' };
  if (last && typeof cell === 'string') return { ssn: last, digits: 'last four' };
  return { ssn: '', digits: 'unreadable' };
}

interface Day {
  day: string;
  /** `HH:MM`; '' for the whole day. */
  time: string;
}

/** The days from 1900 to 2100, as a workbook counts them. Its day 60 never was, so that the first two months are left out. */
const serials = { first: 61, last: 73_415, epoch: '1899-12-30' } as const;

/** @returns a day of the forms 2026-12-04 and 12/4/2026, with or without a time, or a day's number in a workbook. */
export function readDay(cell: Cell): Day | undefined {
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell >= serials.first && cell <= serials.last
      ? { day: addDays(serials.epoch, cell), time: '' }
      : undefined;
  const [, date = '', clock = ''] = /^(\S+?)(?:[ T,]\s*(\d.*))?$/.exec(cell) ?? [];
  const [, month = '', dayOfMonth = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(date) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}` : date;
  const [, y, m, d] = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  const day = calendarDate(Number(y), Number(m), Number(d));
  const time = clock === '' ? '' : readClock(clock);
  return day && time !== undefined ? { day, time: time === '00:00' ? '' : time } : undefined;
}

/** @returns `HH:MM` of a time of day, which a workbook may count as a part of the day; undefined for what is none. */
function readTime(cell: Cell): string | undefined {
  if (typeof cell === 'string') return readClock(cell.trim().replace(/^1899-12-3\d /, ''));
  if (cell <= 0 || cell >= 1) return undefined;
  const minutes = Math.round(cell * 24 * 60);
  return readClock(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`);
}

function readClock(text: string): string | undefined {
  const [, hour = '', minute = '', half = ''] =
    /^(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? [];
  const hours = Number(hour);
  if (hour === '' || Number(minute) > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return undefined;
  const of24 = half ? (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours;
  return `${String(of24).padStart(2, '0')}:${minute}`;
}

type Level = 'initial' | 'reconsideration' | 'hearing' | 'council' | 'court';

const levels = new Map<string, Level>(
  Object.entries({
    initial: [
      'initial',
      'initial claim',
      'initial application',
      'application',
      'ddse',
      'init',
      'dds initial',
    ],
    reconsideration: [
      'reconsideration',
      'recon',
      'request for reconsideration',
      'dds recon',
      'dds reconsideration',
    ],
    hearing: ['hearing', 'alj', 'alj hearing', 'oho', 'administrative law judge', 'judge'],
    council: ['council', 'ac', 'appeals council', 'appeals council review'],
    court: ['court', 'federal court', 'district court', 'us district court'],
  } satisfies Record<Level, string[]>).flatMap(([level, words]) =>
    words.map((word) => [word, level as Level]),
  ),
);

type Status =
  | Extract<Entered, { kind: 'decision' }>['outcome']
  | 'filed'
  | 'pending'
  | 'hearing'
  | 'exam'
  | 'forms'
  | 'evidence';

const statuses = new Map<string, Status>(
  Object.entries({
    favorable: ['favorable', 'fully favorable', 'allowed', 'approved', 'awarded', 'granted'],
    partly: ['partly favorable', 'partially favorable', 'partial'],
    unfavorable: ['unfavorable', 'denied', 'denial', 'medical denial', 'affirmed'],
    dismissed: ['dismissed', 'dismissal'],
    technical: ['technical denial', 'technical', 'non-medical denial'],
    ceased: ['ceased', 'cessation', 'benefits ceased'],
    filed: ['filed', 'appeal filed', 'application filed'],
    pending: ['pending', 'received', 'open', 'in process'],
    hearing: ['hearing scheduled', 'scheduled for hearing', 'notice of hearing', 'hearing notice'],
    exam: ['exam scheduled', 'ce scheduled', 'consultative exam', 'consultative examination'],
    forms: ['forms requested', 'form request'],
    evidence: ['evidence requested', 'records requested', 'evidence request'],
  } satisfies Record<Status, string[]>).flatMap(([status, words]) =>
    words.map((word) => [word, status as Status]),
  ),
);

const fold = (cell: Cell) => String(cell).toLowerCase().replaceAll('_', ' ').trim();

/** @returns what a row says, as staff would enter it. */
export function readSaid(cells: readonly Cell[], mapping: Mapping): Said {
  const cell = (field: ImportField) => cellAt(cells, mapping[field]);
  const status = statuses.get(fold(cell('status')));
  if (!status) return refuse(cell('status'), 'is no status that we know', 'There is no status.');
  const on = readDay(cell('day'));
  if (!on)
    return refuse(cell('day'), 'is no date that we can read', 'There is no date of the decision or notice.');
  const { day } = on;
  if (day > easternToday()) return { problem: 'The date of the decision or notice is in the future.' };
  const next = readNext(cell('next'), cell('time'));
  if (next && 'problem' in next) return next;
  if (status === 'hearing' || status === 'exam') {
    const kind = status === 'hearing' ? 'hearing notice' : 'exam notice';
    if (!next?.time)
      return { problem: 'The day and the time of the appointment have to be in the next date.' };
    if (next.day < day) return { problem: 'The appointment is before the date of its notice.' };
    return { entered: [{ kind, day, on: next.day, time: next.time, zone: mapping.zone }] };
  }
  if (status === 'forms' || status === 'evidence') {
    const kind = status === 'forms' ? 'form request' : 'evidence request';
    return { entered: [{ kind, day, ...(next && { dueOn: next.day }) }] };
  }
  // Of which of the two levels it is, decides what is due: that is not guessed.
  if (fold(cell('level')) === 'dds') return { problem: '“DDS” can be the initial level or reconsideration.' };
  const level = levels.get(fold(cell('level')));
  if (!level) return refuse(cell('level'), 'is no level that we know', 'There is no level.');
  const what = factsAt(level, status, day);
  if (!what) return { problem: 'A decision of a court has to be entered by hand.' };
  const isAhead = next && next.day >= easternToday();
  const task = { kind: 'task', day, what: 'Next date in the list of Social Security' } as const;
  return { entered: [what, ...(isAhead ? [{ ...task, dueOn: next.day }] : [])] };
}

/** @returns the next date with its time, also where that has a column of its own; undefined where there is none. */
function readNext(date: Cell, time: Cell): Day | { problem: string } | undefined {
  if (date === '') return undefined;
  const next = readDay(date);
  if (!next) return refuse(date, 'is no date that we can read', '');
  if (time === '') return next;
  const clock = readTime(time);
  if (clock === undefined) return refuse(time, 'is no time that we can read', '');
  if (next.time !== '' && next.time !== clock)
    return { problem: 'The file says two times of the next date.' };
  return { ...next, time: clock };
}

function factsAt(
  level: Level,
  status: Exclude<Status, 'hearing' | 'exam' | 'forms' | 'evidence'>,
  day: string,
): RowFacts | undefined {
  // Since when it is pending, the file does not say.
  if (status === 'pending') return { kind: 'import', day, level };
  if (status === 'filed')
    return level === 'initial' ? { kind: 'application filed', day } : { kind: 'appeal filed', day, level };
  return level === 'court' ? undefined : { kind: 'decision', day, level, outcome: status };
}

function refuse(cell: Cell, why: string, missing: string): { problem: string } {
  return { problem: cell === '' ? missing : `“${cell}” ${why}.` };
}

function cellAt(cells: readonly Cell[], column: number | undefined): Cell {
  return column === undefined ? '' : (cells[column] ?? '');
}
