import { startOfEasternDay } from '@claimdesk/forms/eastern-time';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { adminProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { displayName, readStaffNames, staffCollection } from '#api/accounts/staff/staff.model.ts';
import { addDays, type CalendarDate, readCalendarDate } from '#api/content/deadlines/calendar-date.ts';
import type { AuditDetails, AuditEntry } from '#api/platform/audit/audit-chain.ts';
import type { AuditWords } from '#api/platform/audit/audit-kinds.ts';
import { readRefusals, refusedCall } from '#api/platform/audit/refusals.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { router } from '#api/platform/trpc.ts';
import { serverActor } from './shared-password.ts';

const pageSize = 50;

/** An entry as staff read it. */
export interface AuditRow {
  /** Its place in the log. */
  id: number;
  /** ISO 8601 */
  at: string;
  /** The name of the staff account; `Client` for clients, whose names are not in the log. */
  who: string;
  /** The procedure, such as `evaluations.detail`; `calls.refused` where the entry says that one was refused. */
  action: string;
  /** The procedure that was called: where it was refused, the one that was. */
  call: string;
  /** What was done, such as `Read the list`; null for what no longer exists. */
  words: string | null;
  /** The code of the refusal, `failed` for an error of ours; null where the call was not refused. */
  refused: string | null;
  subject: string | null;
  /** The id of the client who did it; null for anyone else. */
  client: string | null;
  /** The names of the fields that changed. */
  fields: string[];
  details: AuditDetails;
}

const filterShape = z.strictObject({
  /** The id of a staff account, or `editor:` and the id of a person in the CMS. */
  who: z.string().max(60).optional(),
  /** An `AuditKind`. */
  what: z.string().max(40).optional(),
  /** The id of a record; that of a client finds what the client did, too. */
  record: z.string().max(60).optional(),
  /** First and last day in Eastern time, both included, as `YYYY-MM-DD`. */
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  /** `next` of the page before. */
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish(),
});
type Filter = z.infer<typeof filterShape>;

type Actions = ReadonlyMap<string, AuditWords>;

/** @param actions everything that can be on record. */
export function makeAuditRouter(actions: () => Actions) {
  return router({
    /** Entries of the audit log, the newest first, 50 at a time. */
    list: adminProcedure
      .meta({ audit: ['lists', 'Read the list'] })
      .input(filterShape.optional())
      .query(({ ctx, input }) => listAudit(input ?? {}, actions(), ctx.deps)),

    /** The names of the staff accounts and of the people in the CMS, to choose from. */
    staff: unrecordedStaffProcedure.meta({ audience: 'admins' }).query(async ({ ctx }) => {
      const found = await staffCollection
        .model(ctx.deps.portal)
        .find({}, { name: 1 })
        .sort({ name: 1 })
        .lean();
      const editors = await readEditors(ctx.deps);
      return [
        ...found.map((staff) => ({ id: staff._id, name: displayName(staff) })),
        ...editors.map(({ actor, name }) => ({ id: actor, name: `${name} (CMS)` })),
      ];
    }),
  });
}

/** @throws DomainError `bad-input` for invalid days and an unknown kind. */
async function listAudit(
  filter: Filter,
  actions: Actions,
  { audit, portal, payload }: Deps,
): Promise<{ rows: AuditRow[]; next: number | null }> {
  const { after, before } = await placesOf(filter, audit.entries);
  const place = { $gt: after, $lt: Math.min(before, filter.cursor ?? Number.MAX_SAFE_INTEGER) };
  const found = await audit.entries
    .find(conditionsOf(filter, place, actions))
    .sort({ _id: -1 })
    .limit(pageSize + 1)
    .toArray();
  const shown = found.slice(0, pageSize);
  const staff = shown.map(({ actor }) => staffIdOf(actor)).filter((id) => id !== null);
  const names = await readStaffNames(staff, portal);
  for (const { actor, name } of await readEditors({ payload })) names.set(actor, `${name} (CMS)`);
  const refusals = await readRefusals(shown, audit.entries);
  return {
    rows: shown.map(({ _id, at, actor, action, subject, fields = [], details = {} }) => {
      const isRefusal = action === refusedCall;
      const call = isRefusal ? String(details.call) : action;
      return {
        id: _id,
        at: at.toISOString(),
        who: names.get(staffIdOf(actor) ?? actor) ?? nameWithoutAccount(actor),
        action,
        call,
        words: actions.get(call)?.[1] ?? null,
        refused: isRefusal ? String(details.why) : (refusals.get(_id) ?? null),
        subject,
        client: clientIdOf(actor),
        fields,
        details: isRefusal ? {} : details,
      };
    }),
    next: found.length > pageSize ? (shown.at(-1)?._id ?? null) : null,
  };
}

function nameWithoutAccount(actor: string): string {
  if (actor === serverActor) return 'A command on the server';
  return clientIdOf(actor) === null ? 'An account that was deleted' : 'Client';
}

/** @returns what finds the entries, each by an index in the order of the log. */
export function conditionsOf(
  { who, what, record }: Pick<Filter, 'who' | 'what' | 'record'>,
  place: mongo.Filter<AuditEntry>['_id'],
  words: Actions,
): mongo.Filter<AuditEntry> {
  const actions = [...words].filter(([, [kind]]) => kind === what).map(([action]) => action);
  if (what && actions.length === 0)
    throw new DomainError('bad-input', 'Choose one of the kinds of actions.', { reason: 'what' });
  return {
    ...(what && { action: { $in: actions } }),
    ...(who && { actor: who.startsWith('editor:') ? who : `staff:${who}` }),
    ...(record && { subject: record }),
    _id: place,
  };
}

/**
 * Finds the days' places in the log, since its order is that of its places. @returns the places before the first and after
 * the last entry of these days.
 */
async function placesOf(
  { from, to }: Filter,
  entries: mongo.Collection<AuditEntry>,
): Promise<{ after: number; before: number }> {
  const since = from ? startOfEasternDay(readDay(from)) : undefined;
  const until = to ? startOfEasternDay(addDays(readDay(to), 1)) : undefined;
  const placeOf = async (at: mongo.Filter<AuditEntry>['at'], order: 1 | -1) => {
    const found = await entries.findOne({ at }, { sort: { at: order, _id: order }, projection: { _id: 1 } });
    return found?._id;
  };
  const first = since && ((await placeOf({ $gte: since }, 1)) ?? Number.MAX_SAFE_INTEGER);
  const last = until && ((await placeOf({ $lt: until }, -1)) ?? 0);
  return {
    after: first === undefined ? 0 : first - 1,
    before: last === undefined ? Number.MAX_SAFE_INTEGER : last + 1,
  };
}

function readDay(text: string): CalendarDate {
  const date = readCalendarDate(text);
  if (date) return date;
  throw new DomainError('bad-input', 'Enter each day as a date, such as 11/22/2026.', { reason: 'day' });
}

/** More than any office has. */
const mostEditors = 500;

/** @returns the people in the CMS, by name. */
async function readEditors({ payload }: Pick<Deps, 'payload'>): Promise<{ actor: string; name: string }[]> {
  const { docs } = await payload.find({
    collection: 'users',
    select: { name: true },
    sort: 'name',
    limit: mostEditors,
    depth: 0,
    pagination: false,
  });
  return docs.map(({ id, name }) => ({ actor: `editor:${id}`, name }));
}

/** @returns the id of the client; null for other actors. */
function clientIdOf(actor: string): string | null {
  return actor.startsWith('client:') ? actor.slice('client:'.length) : null;
}

/** @returns the id of the staff account; null for other actors. */
function staffIdOf(actor: string): string | null {
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : null;
}
