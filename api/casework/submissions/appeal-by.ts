import type { Answers } from '@claimdesk/forms/definition';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { trusted } from 'mongoose';
import type { AppealDeadline } from '#api/content/deadlines/appeal-deadline.ts';
import { addDays, type CalendarDate, daysBetween } from '#api/content/deadlines/calendar-date.ts';
import { deadlineOf } from '#api/content/deadlines/count-deadline.ts';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** Days a submission stays urgent after its deadline: Social Security can accept a late appeal for good cause. */
const lateDays = 14;

/**
 * @returns the last day to appeal, counted from the date on a denial letter, as midnight UTC, as stored; undefined without a
 * letter date. If it can't be counted, the submission is accepted without it.
 */
export async function countAppealBy(
  { letterField }: Pick<SubmissionKind, 'letterField'>,
  answers: Answers,
  deps: Pick<Deps, 'payload' | 'content' | 'log'>,
): Promise<Date | undefined> {
  const letter = letterField === undefined ? undefined : answers[letterField];
  if (typeof letter !== 'string') return undefined;
  const deadline = await findDeadline(letter, deps);
  return deadline && new Date(deadline.lastDay);
}

/** @returns the deadline to appeal a letter; undefined if it can't be counted. */
export async function findDeadline(
  letter: CalendarDate,
  deps: Pick<Deps, 'payload' | 'content' | 'log'>,
): Promise<AppealDeadline | undefined> {
  try {
    return await deadlineOf(letter, deps);
  } catch (error) {
    deps.log.error('deadline not counted', { error: errorLocation(error) });
    return undefined;
  }
}

/** @returns whether an undecided submission with this last day comes before all others. */
export function isUrgent(appealBy: Date | undefined, now = new Date()): boolean {
  return appealBy !== undefined && appealBy >= urgentSince(now);
}

/** @returns the condition of urgent submissions that are not decided. */
export function urgentCondition(now = new Date()) {
  return { status: 'pending', appeal_by: trusted({ $gte: urgentSince(now) }) };
}

/** The last day to appeal as people see it: `daysLeft` is 0 on that day, and below zero after it. */
export interface AppealBy {
  day: CalendarDate;
  daysLeft: number;
}

export function presentAppealBy(appealBy: Date | undefined, now = new Date()): AppealBy | null {
  if (!appealBy) return null;
  const day = appealBy.toISOString().slice(0, 10);
  return { day, daysLeft: daysBetween(easternToday(now), day) };
}

function urgentSince(now: Date): Date {
  return new Date(addDays(easternToday(now), -lateDays));
}
