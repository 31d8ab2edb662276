import type { mongo } from 'mongoose';
import { z } from 'zod';
import { adminProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { displayName, readStaffNames, staffCollection } from '#api/accounts/staff/staff.model.ts';
import { readDays } from '#api/casework/lists/list-request.ts';
import type { AuditDetails, AuditEntry } from '#api/platform/audit/audit-chain.ts';
import type { AuditAction } from '#api/platform/audit/audit-kinds.ts';
import { readRefusals, refusedCall } from '#api/platform/audit/refusals.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type ProcedureMeta, router } from '#api/platform/trpc.ts';
import { listActions, spelled } from './audit-actions.ts';
import { serverActor } from './server-audit-log.ts';

const pageSize = 50;

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
  /** The part of the product that it belongs to; null for what no longer exists. */
  area: string | null;
  /** The code of the refusal, `failed` for an error of ours; null where the call was not refused. */
  refused: string | null;
  subject: string | null;
  /** The address of the page of the record that it was about; null where there is none. */
  page: string | null;
  /** The id of the client who did it; null for anyone else. */
  client: string | null;
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

type Actions = ReadonlyMap<string, AuditAction>;

/** @param procedures the metadata of all of them, by name. */
export function makeAuditRouter(procedures: () => Readonly<Record<string, ProcedureMeta>>) {
  return router({
    /** Entries of the audit log, the newest first, 50 at a time. */
    list: adminProcedure
      .meta({ area: 'Audit log', audit: ['lists', 'Read the list'] })
      .input(filterShape.optional())
      .query(({ ctx, input }) => listAudit(input ?? {}, listActions(procedures(), ctx.deps), ctx.deps)),

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
  const staff = shown.map(({ actor }) => idOf('staff', actor)).filter((id) => id !== null);
  const names = await readStaffNames(staff, portal);
  for (const { actor, name } of await readEditors({ payload })) names.set(actor, `${name} (CMS)`);
  const refusals = await readRefusals(shown, audit.entries);
  return {
    rows: shown.map(({ _id, at, actor, action, subject, fields = [], details = {} }) => {
      const isRefusal = action === refusedCall;
      const call = isRefusal ? String(details.call) : action;
      const { words: [, words, labels = {}] = [], area, page } = actions.get(call) ?? {};
      return {
        id: _id,
        at: at.toISOString(),
        who: names.get(idOf('staff', actor) ?? actor) ?? nameWithoutAccount(actor),
        action,
        call,
        words: words ?? null,
        area: area ?? null,
        refused: isRefusal ? String(details.why) : (refusals.get(_id) ?? null),
        subject,
        page: page && subject ? `${page}/${subject}` : null,
        client: idOf('client', actor),
        fields: [...new Set(fields.map((name) => labels[name] ?? spelled(name)))],
        details: isRefusal ? {} : details,
      };
    }),
    next: found.length > pageSize ? (shown.at(-1)?._id ?? null) : null,
  };
}

function nameWithoutAccount(actor: string): string {
  if (actor === serverActor) return 'A command on the server';
  return idOf('client', actor) === null ? 'An account that was deleted' : 'Client';
}

/** @returns what finds the entries, each by an index in the order of the log. */
export function conditionsOf(
  { who, what, record }: Pick<Filter, 'who' | 'what' | 'record'>,
  place: mongo.Filter<AuditEntry>['_id'],
  known: Actions,
): mongo.Filter<AuditEntry> {
  const actions = [...known].filter(([, { words }]) => words[0] === what).map(([action]) => action);
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
  filter: Filter,
  entries: mongo.Collection<AuditEntry>,
): Promise<{ after: number; before: number }> {
  const { since, until } = readDays(filter);
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

/** More than any office has. */
const mostEditors = 500;

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

/** @returns the id of an actor of this kind; null for other actors. */
function idOf(kind: 'client' | 'staff', actor: string): string | null {
  return actor.startsWith(`${kind}:`) ? actor.slice(kind.length + 1) : null;
}
