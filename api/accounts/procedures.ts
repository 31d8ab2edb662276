import type { TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import type { AuditDetails, AuditEvent } from '#api/platform/audit/audit-chain.ts';
import { type Refusal, refusedCall } from '#api/platform/audit/refusals.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { idPattern } from '#api/platform/input.ts';
import { errorLocation } from '#api/platform/log.ts';
import { middleware, type ProcedureMeta, publicProcedure } from '#api/platform/trpc.ts';
import { clientEvent, notifyClient } from './clients/client-event.ts';
import { readClientSession, touchClientSession } from './clients/client-session.ts';
import { type EventName, isVisit } from './clients/events.ts';
import type { Session } from './sessions.ts';
import { requireConfirmation } from './staff/confirmation.ts';
import { rolesFor, type StaffRole } from './staff/roles.ts';
import { readStaffSession, touchStaffSession } from './staff/staff-session.ts';
import { requireTwoStep } from './staff/two-step-rule.ts';
import { isViewed, noteReading, noteView } from './staff/views.ts';

declare module '#api/platform/trpc.ts' {
  interface ProcedureMeta {
    /**
     * The event by which the client whom a call is about is told of it. One of the kind `visit` is written here, once the call
     * went through; any other in the transaction of the call.
     */
    tells?: EventName;
    /** Whom it tells, where the call does not name the client. @param answer of the call. @returns null where nobody is to be told. */
    clientOf?(answer: unknown): string | null;
    /** Whether it may be called by somebody who has to set up two-step sign-in before anything else. */
    beforeTwoStep?: boolean;
    /** Why nobody is told of calls that show staff a single record. */
    untold?: string;
  }
}

/**
 * Screens read on their own, people change things: so a mutation extends the session and a read does not. The account is
 * read with the session at each request, so that a new role counts at once, and a disabled account ends even where a session is
 * left. Whoever has to set up two-step sign-in reaches only what that takes.
 */
const staffOnly = middleware(async ({ next, ctx, type, meta = {} }) => {
  const session = await (type === 'mutation' ? touchStaffSession(ctx) : readStaffSession(ctx));
  if (!session?.account.isActive) throw new DomainError('signed-out', 'Please log in to continue.');
  requireRole(session.account.role, meta);
  await requireTwoStep(session.account, meta, ctx.deps);
  requireConfirmation(session, meta, 'call');
  return next({ ctx: { ...ctx, staff: session } });
});

/** @throws DomainError `forbidden` when the role may not call a procedure with this metadata. */
export function requireRole(role: StaffRole, meta: ProcedureMeta): void {
  const roles = rolesFor(meta);
  if (roles.includes(role)) return;
  throw new DomainError(
    'forbidden',
    roles.includes('reviewer')
      ? 'Your account may only look at records. Ask an administrator if you need to change them.'
      : 'Only an administrator may do this.',
  );
}

/** As for staff: requests that a page makes on its own don't extend the session. */
const clientOnly = middleware(async ({ next, ctx, type }) => {
  const client = await (type === 'mutation' ? touchClientSession(ctx) : readClientSession(ctx));
  if (!client) throw new DomainError('signed-out', 'Please log in to continue.');
  return next({ ctx: { ...ctx, client } });
});

/**
 * For signed-in staff of every role, off the record: only for the session itself, and for counts and states without personal data that
 * open pages poll.
 */
export const unrecordedStaffProcedure = publicProcedure.use(staffOnly).meta({ audience: 'staff' });
/**
 * For signed-in staff of every role, checked here on every call. Each call is recorded before it runs; a refusal or failure gets another
 * entry. What an open page of the same session reads again by itself within an hour of a view is no other view.
 */
export const staffProcedure = unrecordedStaffProcedure
  .use(async ({ ctx, path, type, getRawInput, meta, next }) => {
    const input = await getRawInput();
    const event = eventOf(ctx.staff, path, input, meta?.details);
    if (type !== 'query') return onRecord({ event, meta }, ctx.deps, next);
    const reading = { action: path, input, sessionSecret: ctx.staff.secret };
    const isRepeated = ctx.byScript && (await isViewed(reading, ctx.deps));
    const result = await (isRepeated ? next() : onRecord({ event, meta }, ctx.deps, next));
    if (result.ok) await (isRepeated ? noteReading : noteView)({ ...reading, answer: result.data }, ctx.deps);
    return result;
  })
  .meta({ recorded: true });
export const reviewerProcedure = staffProcedure.meta({ audience: 'reviewers' });
export const adminProcedure = staffProcedure.meta({ audience: 'admins' });
/** For a signed-in client, off the record: only for the session itself. */
export const unrecordedClientProcedure = publicProcedure.use(clientOnly).meta({ audience: 'client' });
/**
 * Only a signed-in client may call it; what it is asked to change is put on record before it runs, and is in the client's
 * history once it went through. Each query must limit itself to the client's rows by `ctx.client.userId`.
 */
export const clientProcedure = unrecordedClientProcedure
  .use(async ({ ctx, path, type, getRawInput, meta, next }) => {
    if (type !== 'mutation') return next();
    const details = meta?.details?.(await getRawInput()) ?? {};
    const event = clientEvent(ctx.client.userId, path, { details });
    const { result } = await record({ event, meta }, ctx.deps, next);
    return result;
  })
  .meta({ recorded: true });

function eventOf(
  { userId }: Pick<Session, 'userId'>,
  action: string,
  input: unknown,
  detailsOf: (input: unknown) => AuditDetails = () => ({}),
): AuditEvent {
  const { id = null, ...others } = idsIn(input);
  return { actor: `staff:${userId}`, action, subject: id, details: { ...others, ...detailsOf(input) } };
}

type Called = { ok: true; data: unknown } | { ok: false; error: TRPCError };

/** A call that is to be on record, and the event by which its client is told of it. */
interface RecordedCall {
  event: AuditEvent;
  meta: ProcedureMeta | undefined;
}

/** Puts a call on record, then makes it. A client who is told of such calls is told before the answer leaves. */
async function record<Result extends Called>(
  { event, meta: { tells, clientOf } = {} }: RecordedCall,
  deps: Pick<Deps, 'audit' | 'portal' | 'keys'>,
  call: () => Promise<Result>,
): Promise<{ entry: number; result: Result }> {
  const at = new Date();
  const entry = await deps.audit.record({ ...event, at });
  const result = await call();
  if (result.ok && isVisit(tells)) {
    const subject = clientOf ? clientOf(result.data) : event.subject;
    if (subject !== null) await notifyClient({ ...event, subject, _id: entry, at, name: tells }, deps);
  }
  return { entry, result };
}

/** As `record`, and then that the call was refused or failed, if it was. */
async function onRecord<Result extends Called>(
  call: RecordedCall,
  deps: Pick<Deps, 'audit' | 'log' | 'portal' | 'keys'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const { entry, result } = await record(call, deps, run);
  if (!result.ok) await recordRefusal(call.event, { entry, why: whyOf(result.error) }, deps);
  return result;
}

/** The caller is refused all the same where this cannot be written: then the call reads as done, never the other way around. */
async function recordRefusal(
  { actor, action, subject }: AuditEvent,
  refusal: Pick<Refusal, 'entry' | 'why'>,
  { audit, log }: Pick<Deps, 'audit' | 'log'>,
): Promise<void> {
  const details = { call: action, ...refusal } satisfies Refusal;
  await audit
    .record({ actor, action: refusedCall, subject, details })
    .catch((error: unknown) => log.error('a refusal is not on record', { error: errorLocation(error) }));
}

function whyOf({ cause }: TRPCError): Refusal['why'] {
  if (cause instanceof DomainError) return cause.code;
  return cause instanceof ZodError ? 'bad-input' : 'failed';
}

const idOfOurs = new RegExp(`^${idPattern}$`);
/** What inputs call the record that a call is about, and what belongs to it. */
const namesOfIds = ['id', 'document', 'note', 'record'] as const;

/** @returns the ids in an input. Only what has the format of our ids: anything else could be personal data. */
function idsIn(input: unknown): Partial<Record<(typeof namesOfIds)[number], string>> {
  const given = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
  return Object.fromEntries(
    namesOfIds.flatMap((name) => {
      const value = given[name];
      return typeof value === 'string' && idOfOurs.test(value) ? [[name, value]] : [];
    }),
  );
}
