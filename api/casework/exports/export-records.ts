import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { answersToCsv, answersToJson, type ExportRow } from '@claimdesk/forms/export';
import type { IntakeForm, QueueName } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import type { Connection, Model } from 'mongoose';
import type { Session } from '#api/accounts/sessions.ts';
import {
  type Contract,
  contractsCollection,
  listedContracts,
} from '#api/casework/contracts/contract.model.ts';
import { showContract } from '#api/casework/contracts/open-contract.ts';
import { loadDefinition } from '#api/casework/definitions/stored-definitions.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { type ListedCollection, type ListFilter, readFilter } from '#api/casework/lists/list-request.ts';
import { referralText } from '#api/casework/referral.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { listedAs, showSubmission } from '#api/casework/submissions/list-submissions.ts';
import type { StoredForm } from '#api/casework/submissions/stored-form.ts';
import type { Submission } from '#api/casework/submissions/submission.model.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { type CalendarDate, readCalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { LogFields } from '#api/platform/log.ts';

const writers = { csv: answersToCsv, json: answersToJson } as const;
type Format = keyof typeof writers;

export const formats = Object.keys(writers) as Format[];

export interface ExportRequest extends ListFilter {
  kind: QueueName | 'contracts';
  format: Format;
  /** First and last day in Eastern time, both included, as `YYYY-MM-DD`. */
  from: string;
  to: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log' | 'audit'>;

/** A kind of records that can be exported. */
interface Exported<Stored extends StoredForm> {
  form: IntakeForm;
  list: ListedCollection;
  /** The titles of `factsOf`. */
  facts: readonly string[];
  model(portal: Connection): Model<Stored>;
  show(stored: Stored, deps: Dependencies): Promise<{ definition: FormDefinition; answers: Answers }>;
  factsOf(stored: Stored): Record<string, string>;
}

const referralTitle = 'Attorney asked about';

function exportedSubmissions(kind: SubmissionKind): Exported<Submission> {
  const facts = ['Reference', 'Status', 'Submitted', 'Reviewed'];
  return {
    form: kind.form,
    list: listedAs(kind),
    facts: kind.takesReferrals ? [...facts, referralTitle] : facts,
    model: (portal) => kind.collection.model(portal),
    show: (submission, deps) => showSubmission(kind, submission, deps),
    factsOf: ({ reference, status, created_at, reviewed_at, referral }) => ({
      Reference: reference,
      Status: status,
      Submitted: created_at.toISOString(),
      Reviewed: reviewed_at?.toISOString() ?? '',
      [referralTitle]: referral ? referralText(referral) : '',
    }),
  };
}

const exportedContracts: Exported<Contract> = {
  form: 'contract',
  list: listedContracts,
  facts: ['Reference', 'Signed'],
  model: contractsCollection.model,
  show: showContract,
  factsOf: ({ reference, signed_at }) => ({ Reference: reference, Signed: signed_at.toISOString() }),
};

interface File {
  format: Format;
  conditions: Record<string, unknown>[];
  logged: LogFields;
  /** Puts on record how many records were sent. */
  end(rows: number): Promise<unknown>;
}

const batchSize = 100;

/** Where a kind of records is listed, and what writes it to a file. */
interface Exporter {
  list: ListedCollection;
  chunks(file: File, deps: Dependencies): AsyncGenerator<string>;
}

function exporter<Stored extends StoredForm>(exported: Exported<Stored>): Exporter {
  return { list: exported.list, chunks: (file, deps) => fileChunks(exported, file, deps) };
}

const exporters = {
  ...(Object.fromEntries(
    Object.entries(submissionKinds).map(([name, kind]) => [name, exporter(exportedSubmissions(kind))]),
  ) as Record<QueueName, Exporter>),
  contracts: exporter(exportedContracts),
} satisfies Record<ExportRequest['kind'], Exporter>;

export const exportKinds = Object.keys(exporters) as ExportRequest['kind'][];

/**
 * Exports the records of one kind in a range of days, or those of them that a filter and a search of their list leave,
 * oldest first, as chunks of a text file. It reads with a cursor, so that a large export needs no more memory than a small
 * one. The account and the number of records are logged and, after the entry of the call, on record.
 *
 * @throws DomainError `bad-input` for invalid days or a filter that the list does not have, `too-many` after 5 exports in
 * 15 minutes.
 */
export async function exportRecords(
  { kind, format, ...filter }: ExportRequest,
  { deps, staff: { userId: staffId } }: { deps: Dependencies; staff: Pick<Session, 'userId'> },
): Promise<AsyncGenerator<string>> {
  const { list, chunks } = exporters[kind];
  requireDays(filter);
  const conditions = readFilter(filter, list, deps.keys);
  await deps.limits.reserve(caseworkLimits.staffExport, staffId);
  const logged = { kind: `${kind} ${format}`, staff: staffId };
  deps.log.info('export begun', logged);
  const sent = { actor: `staff:${staffId}`, action: 'exports.sent', subject: null };
  const end = (rows: number) => deps.audit.record({ ...sent, details: { kind, format, rows } });
  return chunks({ format, conditions, logged, end }, deps);
}

function requireDays({ from, to }: Pick<ExportRequest, 'from' | 'to'>): void {
  if (requireDay('from', from) <= requireDay('to', to)) return;
  const message = 'The last day must not be before the first day';
  throw new DomainError('bad-input', message, { fields: { to: message }, reason: 'order' });
}

function requireDay(field: 'from' | 'to', text: string): CalendarDate {
  const day = readCalendarDate(text);
  if (day) return day;
  const message = `Enter the ${field === 'from' ? 'first' : 'last'} day as a date`;
  throw new DomainError('bad-input', message, { fields: { [field]: message } });
}

/** Ends early when the reader disconnects; the log then shows how many records were sent. */
async function* fileChunks<Stored extends StoredForm>(
  exported: Exported<Stored>,
  { format, conditions, logged, end }: File,
  deps: Dependencies,
): AsyncGenerator<string> {
  const { form, list, facts } = exported;
  const model = exported.model(deps.portal);
  const filter = { $and: conditions };
  const cursor = model
    .find(filter, { search_tokens: 0 })
    .sort({ [list.field]: 1, _id: 1 })
    .lean<Stored[]>()
    .cursor({ batchSize });
  const written = { count: 0 };
  try {
    const used = (await model.distinct('version', filter)) as string[];
    const today = getForm(form);
    const older = used.filter((version) => version !== today.version);
    const kept = await Promise.all(older.map((version) => loadDefinition(form, version, deps.portal)));
    const rows = rowsOf(exported, cursor, written, deps);
    yield* writers[format]({ versions: [today, ...kept], facts, rows });
  } finally {
    await cursor.close();
    deps.log.info('export ended', { ...logged, count: written.count });
    await end(written.count);
  }
}

async function* rowsOf<Stored extends StoredForm>(
  { show, factsOf }: Exported<Stored>,
  records: AsyncIterable<Stored>,
  written: { count: number },
  deps: Dependencies,
): AsyncGenerator<ExportRow> {
  const waiting: Stored[] = [];
  /** Opens records side by side, so that their keys are read at once. */
  async function* openWaiting() {
    const open = async (record: Stored) => ({ ...(await show(record, deps)), facts: factsOf(record) });
    for (const { definition, answers, facts } of await Promise.all(waiting.splice(0).map(open))) {
      yield { definition, answers, facts };
      written.count += 1;
    }
  }
  for await (const record of records) {
    waiting.push(record);
    if (waiting.length === batchSize) yield* openWaiting();
  }
  yield* openWaiting();
}
