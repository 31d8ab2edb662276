import { answersToCsv, answersToJson, type ExportRow } from '@claimdesk/forms/export';
import { getForm } from '@claimdesk/forms/registry';
import { trusted } from 'mongoose';
import { applications } from '../applications/applications.ts';
import type { Deps } from '../connect.ts';
import { addDays, type CalendarDate, calendarDate } from '../deadlines/calendar-date.ts';
import { loadDefinition } from '../definitions/load-definition.ts';
import { DomainError } from '../domain-error.ts';
import { evaluations } from '../evaluations/evaluations.ts';
import type { LogFields } from '../log.ts';
import { confirmPassword } from '../staff/confirm-password.ts';
import { openSubmission } from '../submissions/list-submissions.ts';
import { type Submission, submissionModel } from '../submissions/submission.model.ts';
import type { SubmissionKind } from '../submissions/submission-kind.ts';
import { startOfEasternDay } from './eastern-day.ts';

/** What can be exported, by the name that the page has for it. */
export const exportKinds = { evaluations, applications } as const;

const writers = { csv: answersToCsv, json: answersToJson } as const;
type Format = keyof typeof writers;

export const formats = Object.keys(writers) as Format[];

export interface Wanted {
  kind: keyof typeof exportKinds;
  format: Format;
  /** First and last day in Eastern time, both included, as `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The own password of whoever is signed in, once more: a stolen session alone exports nothing. */
  password: string;
}

type Needs = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log'>;

/**
 * Everything of one kind that arrived in a range of days, oldest first, as the text of a file in pieces: read with a
 * cursor, so that a big table needs no more memory than a small one. Who made it and how much it held is logged.
 *
 * @throws DomainError `bad-input` for days that are none or a wrong password, `too-many` after 5 exports in 15 minutes.
 */
export async function exportSubmissions(
  { kind, format, from, to, password }: Wanted,
  { staffId, address }: { staffId: string; address: string },
  deps: Needs,
): Promise<AsyncGenerator<string>> {
  const range = readRange(from, to);
  await confirmPassword({ staffId, password, address }, deps);
  await deps.limits.reserve('staffExport', staffId);
  const logged = { kind: `${kind} ${format}`, staff: staffId };
  deps.log.info('export begun', logged);
  return filePieces(exportKinds[kind], { format, range, logged }, deps);
}

function readRange(from: string, to: string): { created_at: ReturnType<typeof trusted> } {
  const [first, last] = [readDay('from', from), readDay('to', to)];
  if (first > last) {
    const message = 'The last day must not be before the first day';
    throw new DomainError('bad-input', message, { fields: { to: message } });
  }
  const range = { $gte: startOfEasternDay(first), $lt: startOfEasternDay(addDays(last, 1)) };
  return { created_at: trusted(range) };
}

function readDay(field: 'from' | 'to', text: string): CalendarDate {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = calendarDate(Number(year), Number(month), Number(day));
  if (date && date >= '1993-01-01' && date <= '9998-12-31') return date;
  const message = `Enter the ${field === 'from' ? 'first' : 'last'} day as a date`;
  throw new DomainError('bad-input', message, { fields: { [field]: message } });
}

interface File {
  format: Format;
  range: ReturnType<typeof readRange>;
  logged: LogFields;
}

const about = ['Reference', 'Status', 'Submitted', 'Reviewed'];

/** Ends early when the reader goes away; the log then says how much had left. */
async function* filePieces(
  kind: SubmissionKind,
  { format, range, logged }: File,
  deps: Needs,
): AsyncGenerator<string> {
  const model = submissionModel(kind, deps.portal);
  const cursor = model
    .find(range)
    .sort({ created_at: 1, _id: 1 })
    .lean<Submission>()
    .cursor({ batchSize: 100 });
  const written = { count: 0 };
  try {
    const used: string[] = await model.distinct('version', range);
    const today = getForm(kind.form);
    const older = used.filter((version) => version !== today.version);
    const kept = await Promise.all(older.map((version) => loadDefinition(kind.form, version, deps.portal)));
    const rows = rowsOf(kind, cursor, written, deps);
    yield* writers[format]({ versions: [today, ...kept], about, rows });
  } finally {
    await cursor.close();
    deps.log.info('export ended', { ...logged, count: written.count });
  }
}

async function* rowsOf(
  kind: SubmissionKind,
  submissions: AsyncIterable<Submission>,
  written: { count: number },
  deps: Needs,
): AsyncGenerator<ExportRow> {
  for await (const submission of submissions) {
    yield { ...(await openSubmission(kind, submission, deps)), about: factsOf(submission) };
    written.count += 1;
  }
}

function factsOf({ reference, status, created_at, reviewed_at }: Submission) {
  return {
    Reference: reference,
    Status: status,
    Submitted: created_at.toISOString(),
    Reviewed: reviewed_at?.toISOString() ?? '',
  };
}
