import type { AuditKind } from '@claimdesk/api/audit-kinds';
import { capitalized, queues } from '#web/app/office/submissions/queues.ts';

/** @returns the address of the audit log; with an id, of the entries about this record. */
export function auditPath(record = ''): string {
  return `/admin/audit${record && `?record=${record}`}`;
}

/** Why a call was refused, by the code of the refusal. */
const reasons: Record<string, string> = {
  'bad-input': 'What was entered was not accepted',
  forbidden: 'The account may not do this',
  'not-found': 'There was no such record',
  conflict: 'The record did not allow it, or somebody else had changed it',
  'too-large': 'It was too large',
  'too-many': 'It was over a limit',
  unavailable: 'It could not be done at that time',
};

/** @param code of the refusal. @returns whether a call was refused or failed. */
export function outcomeWord(code: string): 'Refused' | 'Failed' {
  return Object.hasOwn(reasons, code) ? 'Refused' : 'Failed';
}

/** @param code of the refusal. @returns why a call was refused or failed. */
export function reasonWords(code: string): string {
  return reasons[code] ?? 'There was an error on our side';
}

/** The options of the filter. */
export const kindWords: Readonly<Record<AuditKind, string>> = {
  signIns: 'Logins',
  looks: 'Records opened',
  lists: 'Lists and searches',
  reveals: 'Full Social Security numbers shown',
  files: 'Prints and downloads',
  exports: 'Exports',
  decisions: 'Decisions',
  changes: 'Changes by staff',
  accounts: 'Staff accounts',
  refused: 'Refused or failed',
  byClients: 'Changes by clients',
  publishing: 'CMS: publications',
  cms: 'CMS: other changes',
};

const detailNames: Record<string, string> = {
  decision: 'Decision',
  deed: 'Change',
  document: 'Document',
  download: 'Document',
  early: 'Before its hold ended, after',
  filters: 'Filters',
  format: 'Format',
  from: 'Ended at',
  fromHash: 'Its hash',
  how: 'How',
  kind: 'Kind',
  note: 'Note',
  record: 'Record',
  rows: 'Records',
  state: 'Decision',
  to: 'Goes on after',
  way: 'How',
};

const earlyReasons: Record<string, string> = { call: 'a call', 'in person': 'a visit in person' };
const filterNames: Record<string, string> = { from: 'first day', to: 'last day' };

/** @returns the details of an entry, such as `Decision: approved`. */
export function detailWords(details: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${detailNames[name] ?? capitalized(name)}: ${detailWord(name, String(value))}`);
}

function detailWord(name: string, value: string): string {
  if (name === 'filters')
    return value
      .split(', ')
      .map((filter) => filterNames[filter] ?? filter)
      .join(', ');
  if (name === 'early') return earlyReasons[value] ?? value;
  // Ids tell entries apart; their ends are enough for that.
  if (['document', 'note', 'record'].includes(name)) return value.slice(-6);
  if (name === 'kind') return queues.find((queue) => queue.name === value)?.many ?? spaced(value);
  return ['deed', 'download'].includes(name) ? spaced(value) : value;
}

/** @returns `phone-number` as `phone number`. */
function spaced(name: string): string {
  return name.replaceAll('-', ' ');
}
