import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calendarDate } from '../calendar.ts';
import { easternToday } from '../eastern-time.ts';
import { contentHash } from '../version.ts';
import type { Change } from './change.ts';

/** A line of `approvals.txt` in a form's folder: who takes responsibility for a change that exposes personal data. */
export interface Approval {
  /** YYYY-MM-DD */
  date: string;
  name: string;
  /** Of the change, see `exposureHash`. */
  hash: string;
  reason: string;
}

const shortestReason = 10;

/** @param folder that of the form. @returns what was approved; and a sentence per line that approves nothing. */
export function readApprovals(
  folder: string,
  today = easternToday(),
): { approvals: Approval[]; faults: string[] } {
  const path = join(folder, 'approvals.txt');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const read = lines.flatMap((line, at) => {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return [];
    const [date = '', name = '', hash = '', ...reason] = text.split('|').map((part) => part.trim());
    const approval = { date, name, hash, reason: reason.join('|') };
    const fault = faultOf(approval, today);
    return [{ approval, fault: fault && `approvals.txt line ${at + 1}: ${fault}` }];
  });
  return {
    approvals: read.filter(({ fault }) => !fault).map(({ approval }) => approval),
    faults: read.flatMap(({ fault }) => fault ?? []),
  };
}

function faultOf({ date, name, hash, reason }: Approval, today: string): string | undefined {
  if (!calendarDate.test(date) || date > today)
    return `"${date}" must be a date that has come, as YYYY-MM-DD.`;
  if (name === '' || name.startsWith('<')) return 'who approves the change must be named.';
  if (!/^[0-9a-f]{16}$/.test(hash)) return `"${hash}" must be the hash of a change, 16 hex digits.`;
  if (reason.length < shortestReason || reason.startsWith('<'))
    return `the reason must be given, in ${shortestReason} characters or more.`;
  return undefined;
}

/**
 * @param version of the release that the changes are made to.
 * @returns the hash by which exactly these exposing changes are approved; undefined when there is none.
 */
export function exposureHash(version: string, changes: readonly Change[]): string | undefined {
  const exposing = changes.filter(({ kind }) => kind === 'exposing').map(({ sentence }) => sentence);
  return exposing.length > 0 ? contentHash({ version, exposing: exposing.sort() }) : undefined;
}
