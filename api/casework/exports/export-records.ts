import type { FormDefinition } from '@claimdesk/forms/definition';
import { answersToCsv, answersToJson, type ExportRow } from '@claimdesk/forms/export';
import { getForm } from '@claimdesk/forms/registry';
import type { Session } from '#api/accounts/sessions.ts';
import { loadDefinition } from '#api/casework/definitions/stored-definitions.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { type ListFilter, readFilter } from '#api/casework/lists/list-request.ts';
import { type CalendarDate, readCalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { LogFields } from '#api/platform/log.ts';
import type { AnyExported, Exported } from './exported.ts';

const writers = { csv: answersToCsv, json: answersToJson } as const;
type Format = keyof typeof writers;

export const formats = Object.keys(writers) as Format[];

export interface ExportRequest extends ListFilter {
  format: Format;
  /** First and last day in Eastern time, both included, as `YYYY-MM-DD`. */
  from: string;
  to: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log' | 'audit'>;

interface File {
  format: Format;
  conditions: Record<string, unknown>[];
  logged: LogFields;
  /** Puts on record how many records were sent. */
  end(rows: number): Promise<unknown>;
}

const batchSize = 100;

/**
 * Exports the records of one kind in a range of days, or those of them that a filter and a search of their list leave,
 * oldest first, as chunks of a text file. It reads with a cursor, so that a large export needs no more memory than a small
 * one. The account and the number of records are logged and, after the entry of the call, on record.
 *
 * @throws DomainError `bad-input` for invalid days or a filter that the list does not have, `too-many` after 5 exports in
 * 15 minutes.
 */
export async function exportRecords(
  exported: AnyExported,
  { format, ...filter }: ExportRequest,
  { deps, staff: { userId: staffId } }: { deps: Dependencies; staff: Pick<Session, 'userId'> },
): Promise<AsyncGenerator<string>> {
  const { name: kind, list } = exported;
  requireDays(filter);
  const conditions = readFilter(filter, list, deps.keys);
  await deps.limits.reserve(caseworkLimits.staffExport, staffId);
  const logged = { kind: `${kind} ${format}`, staff: staffId };
  deps.log.info('export begun', logged);
  const sent = { actor: `staff:${staffId}`, action: 'exports.sent', subject: null };
  const end = (rows: number) => deps.audit.record({ ...sent, details: { kind, format, rows } });
  return fileChunks(exported, { format, conditions, logged, end }, deps);
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
async function* fileChunks<Stored>(
  exported: Exported<Stored>,
  { format, conditions, logged, end }: File,
  deps: Dependencies,
): AsyncGenerator<string> {
  const { collection, list, facts } = exported;
  const model = collection.model(deps.portal);
  const filter = { $and: conditions };
  const cursor = model
    .find(filter, { search_tokens: 0 })
    .sort({ [list.field]: 1, _id: 1 })
    .lean<Stored[]>()
    .cursor({ batchSize });
  const written = { count: 0 };
  try {
    const versions = await versionsOf(exported, filter, deps);
    const rows = rowsOf(exported, cursor, written, deps);
    yield* writers[format]({ versions, facts, rows });
  } finally {
    await cursor.close();
    deps.log.info('export ended', { ...logged, count: written.count });
    await end(written.count);
  }
}

/** @returns every version of its form that the records have, today's first. */
async function versionsOf(
  { answers, collection }: AnyExported,
  filter: Record<string, unknown>,
  { portal }: Dependencies,
): Promise<FormDefinition[]> {
  if (!answers) return [];
  const { form } = answers;
  const used = (await collection.model(portal).distinct('version', filter)) as string[];
  const today = getForm(form);
  const older = used.filter((version) => version !== today.version);
  return [today, ...(await Promise.all(older.map((version) => loadDefinition(form, version, portal))))];
}

async function* rowsOf<Stored>(
  { answers, factsOf }: Exported<Stored>,
  records: AsyncIterable<Stored>,
  written: { count: number },
  deps: Dependencies,
): AsyncGenerator<ExportRow> {
  const waiting: Stored[] = [];
  /** Opens records side by side, so that their keys are read at once. */
  async function* openWaiting() {
    const open = async (record: Stored): Promise<ExportRow> => {
      const facts = await factsOf(record, deps);
      return answers ? { given: await answers.show(record, deps), facts } : { facts };
    };
    for (const row of await Promise.all(waiting.splice(0).map(open))) {
      yield row;
      written.count += 1;
    }
  }
  for await (const record of records) {
    waiting.push(record);
    if (waiting.length === batchSize) yield* openWaiting();
  }
  yield* openWaiting();
}
