import { answersToCsv, answersToJson, type ExportRow } from '@claimdesk/forms/export';
import type { QueueName } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { trusted } from 'mongoose';
import type { Session } from '#api/accounts/sessions.ts';
import { confirmPassword } from '#api/accounts/staff/confirm-password.ts';
import { loadDefinition } from '#api/casework/definitions/load-definition.ts';
import { referralText } from '#api/casework/referral.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { showSubmission } from '#api/casework/submissions/list-submissions.ts';
import { type Submission, submissionModel } from '#api/casework/submissions/submission.model.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { addDays, type CalendarDate, calendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { LogFields } from '#api/platform/log.ts';
import { startOfEasternDay } from './eastern-day.ts';

const writers = { csv: answersToCsv, json: answersToJson } as const;
type Format = keyof typeof writers;

export const formats = Object.keys(writers) as Format[];

export interface ExportRequest {
  kind: QueueName;
  format: Format;
  /** First and last day in Eastern time, both included, as `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The staff member's own password, asked again so that a stolen session alone can't export. */
  password: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log'>;

/**
 * Exports every submission of one kind in a range of days, oldest first, as chunks of a text file. It reads with a
 * cursor, so that a large export needs no more memory than a small one. The account and the number of records are
 * logged.
 *
 * @throws DomainError `bad-input` for invalid days or a wrong password, `too-many` after 5 exports in 15 minutes.
 */
export async function exportSubmissions(
  { kind, format, from, to, password }: ExportRequest,
  { deps, staff: { userId: staffId } }: { deps: Dependencies; staff: Pick<Session, 'userId'> },
): Promise<AsyncGenerator<string>> {
  const range = readRange(from, to);
  await confirmPassword({ staffId, password }, deps);
  await deps.limits.reserve('staffExport', staffId);
  const logged = { kind: `${kind} ${format}`, staff: staffId };
  deps.log.info('export begun', logged);
  return fileChunks(submissionKinds[kind], { format, range, logged }, deps);
}

function readRange(from: string, to: string): { created_at: ReturnType<typeof trusted> } {
  const [first, last] = [readDay('from', from), readDay('to', to)];
  if (first > last) {
    const message = 'The last day must not be before the first day';
    throw new DomainError('bad-input', message, { fields: { to: message }, reason: 'order' });
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

const facts = ['Reference', 'Status', 'Submitted', 'Reviewed'];
const referralTitle = 'Attorney asked about';

/** Ends early when the reader disconnects; the log then shows how many records were sent. */
async function* fileChunks(
  kind: SubmissionKind,
  { format, range, logged }: File,
  deps: Dependencies,
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
    const about = kind.takesReferrals ? [...facts, referralTitle] : facts;
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
  deps: Dependencies,
): AsyncGenerator<ExportRow> {
  for await (const submission of submissions) {
    yield { ...(await showSubmission(kind, submission, deps)), about: factsOf(submission) };
    written.count += 1;
  }
}

function factsOf({ reference, status, created_at, reviewed_at, referral }: Submission) {
  return {
    Reference: reference,
    Status: status,
    Submitted: created_at.toISOString(),
    Reviewed: reviewed_at?.toISOString() ?? '',
    [referralTitle]: referral ? referralText(referral) : '',
  };
}
