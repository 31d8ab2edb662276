import { easternToday } from '@claimdesk/forms/eastern-time';
import { z } from 'zod';
import {
  adminProcedure,
  reviewerProcedure,
  staffProcedure,
  unrecordedStaffProcedure,
} from '#api/accounts/procedures.ts';
import { findCalendarOwner } from '#api/accounts/staff/calendar-address.ts';
import { attemptResults } from '#api/casework/attempts/attempt.model.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { choicesIn } from '#api/platform/audit/audit-details.ts';
import type { Deps } from '#api/platform/deps.ts';
import { longText, reason, textLine } from '#api/platform/input.ts';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { addMatterNote } from './add-matter-note.ts';
import { assignMatter } from './assign-matter.ts';
import { eventIdOf } from './case-events.ts';
import { correctEvent } from './correct-event.ts';
import { editClaim } from './edit-claim.ts';
import { editPerson } from './edit-person.ts';
import { enterPaper, finishDuty } from './enter-paper.ts';
import { enteredShape } from './entered-facts.ts';
import { listMatters } from './list-matters.ts';
import { matterNumberPattern } from './matter-number.ts';
import { mergeMatter } from './merge-matters.ts';
import { moveDuty } from './move-duty.ts';
import { readFeed } from './nameless-duties.ts';
import { openNewMatter } from './new-matter.ts';
import { readCalendar } from './read-calendar.ts';
import { type MatterDetail, previewDuties, readMatter } from './read-matter.ts';
import { countOverdue, readToday } from './read-today.ts';
import { readWaiting } from './read-waiting.ts';
import { recordCall } from './record-call.ts';
import { removeMatter } from './remove-matters.ts';

/** The number of the matter. */
const id = z.string().regex(matterNumberPattern);
const matter = z.strictObject({ id });
/** The shared account has a name for an id. */
const staffId = z.string().max(40);
/** `YYYY-MM`, of the years for which holidays are known. */
const month = z.string().regex(/^(199\d|20\d\d)-(0[1-9]|1[0-2])$/);
/** Makes entering harmless to repeat. */
const key = z.uuid();
const scope = z.strictObject({ scope: z.enum(['mine', 'all']) });

const tellsClient = {
  tells: 'clients.detail',
  clientOf: (answer: unknown) => (answer as MatterDetail).client,
} as const;
const toldByDetail = 'The page that it is on tells the client.';

export const mattersRouter = router({
  /** Open duties that are overdue, due today and due soon. */
  today: staffProcedure
    .meta({ audit: ['lists', 'Read what is due'] })
    .input(scope)
    .query(({ ctx, input }) => readToday({ owner: ownerIn(input, ctx) }, ctx.deps)),

  /** For Today: who is to be called, and whose documents nobody has opened. */
  waiting: staffProcedure
    .meta({ audit: ['lists', 'Read who waits'] })
    .input(scope)
    .query(({ ctx, input }) => readWaiting({ owner: ownerIn(input, ctx) }, ctx.deps)),

  /** For the menu: how many duties are overdue of the own ones and nobody's. */
  overdue: unrecordedStaffProcedure.query(({ ctx }) => countOverdue({ staff: ctx.staff.userId }, ctx.deps)),
  /** Open duties of a month, by their days. */
  calendar: staffProcedure
    .meta({ audit: ['lists', 'Read the calendar'] })
    .input(scope.extend({ month: month.optional() }))
    .query(({ ctx, input }) => readCalendar({ owner: ownerIn(input, ctx), month: input.month }, ctx.deps)),

  /** What a member of staff has to do, for calendar apps, which are let in by a secret. */
  feed: publicProcedure
    .input(z.strictObject({ secret: z.string().max(100) }))
    .query(async ({ ctx, input }) => readFeed(await findCalendarOwner(input.secret, ctx), ctx.deps)),

  list: staffProcedure
    .meta({ audit: ['lists', 'Read the list'] })
    .input(listShape)
    .query(({ ctx, input }) => readList(input, ctx, (request) => listMatters(request, ctx.deps))),

  detail: staffProcedure
    .meta({ audit: ['looks', 'Opened'], page: '/admin/matters', ...tellsClient })
    .input(matter)
    .query(({ ctx, input }) => readMatter(input, ctx.deps)),

  /** What would be due if this were entered. */
  preview: staffProcedure
    .meta({ audit: ['looks', 'Counted the days of a letter'], untold: toldByDetail })
    .input(matter.extend({ entered: enteredShape }))
    .query(async ({ ctx, input }) => previewDuties(input, await counting(ctx.deps))),

  /** What a letter says, or what was done. @returns what is due because of it. */
  enter: reviewerProcedure
    .meta({ audit: ['changes', 'Entered what happened'] })
    .input(matter.extend({ entered: enteredShape, key }))
    .mutation(async ({ ctx, input }) => {
      const { id: matter, entered, key: sent } = input;
      const id = eventIdOf(`${matter} ${sent}`);
      const staff = { id: ctx.staff.userId, name: ctx.staff.account.name };
      const duties = await enterPaper({ matter, entered, id, staff }, ctx.deps);
      return {
        due: duties.filter(({ state }) => state === 'open').map(({ title, due }) => ({ title, due })),
      };
    }),

  /** Corrects what was entered, or confirms what a client has entered. */
  correct: reviewerProcedure
    .meta({ audit: ['changes', 'Corrected what happened'] })
    .input(
      matter.extend({
        event: z.string().regex(/^[0-9a-f]{24}$/),
        entered: z.union([enteredShape, z.null(), z.literal('same')]),
        secondPerson: z.string().trim().max(120).optional(),
        key,
      }),
    )
    .mutation(({ ctx, input: { id: number, key: sent, ...corrected } }) => {
      const id = eventIdOf(`${number} ${sent}`);
      return correctEvent({ ...corrected, matter: number, id, staff: memberIn(ctx) }, ctx.deps);
    }),

  /** Ends a duty with what was done about it. */
  finish: reviewerProcedure
    .meta({ audit: ['changes', 'Ended what was due'] })
    .input(
      matter.extend({
        duty: z.string().max(80),
        state: z.enum(['done', 'late with good cause', 'waived', 'missed']),
        what: textLine(500),
        on: z.string().max(10),
        confirmation: z.string().trim().max(100).optional(),
        secondPerson: z.string().trim().max(120).optional(),
        key,
      }),
    )
    .mutation(({ ctx, input: { id: number, key: sent, duty, ...said } }) => {
      const staff = { id: ctx.staff.userId, name: ctx.staff.account.name };
      const outcome = { ...said, on: said.on || easternToday(), by: staff.name };
      const event = eventIdOf(`${number} ${sent}`);
      return finishDuty({ matter: number, duty, outcome, id: event, staff }, ctx.deps);
    }),

  /** Moves what was entered by hand to another day. */
  move: reviewerProcedure
    .meta({ audit: ['changes', 'Moved what is due to another day'] })
    .input(
      matter.extend({
        duty: z.string().max(80),
        dueOn: z.string().max(10),
        time: z.string().max(5).optional(),
        key,
      }),
    )
    .mutation(({ ctx, input: { id: number, key: sent, ...moved } }) => {
      const event = eventIdOf(`${number} ${sent}`);
      return moveDuty({ ...moved, matter: number, id: event, staff: ctx.staff.userId }, ctx.deps);
    }),

  /** For which benefits the claim is, with its days and its office. */
  editClaim: reviewerProcedure
    .meta({ audit: ['changes', 'Edited the claim'] })
    .input(matter.extend({ version: z.string().max(24), answers: z.record(z.string().max(60), z.unknown()) }))
    .mutation(({ ctx, input }) => editClaim(input, ctx.deps)),

  /** Whose matter it is, where neither a contract nor an account says it. */
  editPerson: reviewerProcedure
    .meta({ audit: ['changes', 'Edited the person'] })
    .input(matter.extend({ version: z.string().max(24), answers: z.record(z.string().max(60), z.unknown()) }))
    .mutation(({ ctx, input }) => editPerson(input, ctx.deps)),

  /** Records a call to one of the phone numbers in it. @returns when to call again. */
  recordAttempt: reviewerProcedure
    .meta({
      audit: ['changes', 'Recorded a call'],
      details: (input) => choicesIn(input, { result: attemptResults }),
    })
    .input(
      matter.extend({
        ...{ number: z.string().max(40), key, result: z.enum(attemptResults) },
        again: z.string().max(16).optional(),
      }),
    )
    .mutation(({ ctx, input }) => recordCall({ ...input, staff: memberIn(ctx) }, ctx.deps)),

  /** `tell`: the id of the account that is mentioned. */
  addNote: reviewerProcedure
    .meta({ audit: ['changes', 'Added a note'] })
    .input(matter.extend({ key, text: longText(4_000).min(1), tell: staffId.optional() }))
    .mutation(({ ctx, input }) => addMatterNote({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** Opens a matter for somebody who has not signed anything. @returns its number. */
  open: reviewerProcedure
    .meta({ audit: ['changes', 'Opened a matter'] })
    .input(z.strictObject({ answers: z.record(z.string().max(60), z.unknown()), key }))
    .mutation(({ ctx, input: { answers, key: sent } }) => {
      const staff = ctx.staff.userId;
      return openNewMatter({ answers, event: eventIdOf(`${staff} ${sent}`), staff }, ctx.deps);
    }),

  /** Moves everything of a client's own matter to that of the client's contract. */
  merge: reviewerProcedure
    .meta({ audit: ['changes', 'Merged the matter into another one'] })
    .input(matter.extend({ into: id, key }))
    .mutation(({ ctx, input: { id: number, into, key: sent } }) => {
      const event = eventIdOf(`${into} ${sent}`);
      return mergeMatter({ id: number, into, event, staff: ctx.staff.userId }, ctx.deps);
    }),

  /** Deletes a matter without a contract or an account for good. */
  remove: adminProcedure
    .meta({ audit: ['changes', 'Deleted an entry'], confirmed: true })
    .input(matter.extend({ reason }))
    .mutation(({ ctx, input }) => removeMatter(input, ctx)),

  /** Gives a matter and its open duties to somebody. */
  assign: reviewerProcedure
    .meta({ audit: ['changes', 'Gave the matter to somebody'] })
    .input(matter.extend({ owner: staffId.nullable(), seen: staffId.nullable() }))
    .mutation(({ ctx, input }) => assignMatter(input, ctx.deps)),
});

function ownerIn(
  { scope: whose }: { scope: 'mine' | 'all' },
  { staff }: { staff: { userId: string } },
): string | null {
  return whose === 'mine' ? staff.userId : null;
}

function memberIn({ staff }: { staff: { userId: string; account: { name: string } } }) {
  return { id: staff.userId, name: staff.account.name };
}

async function counting<Known extends Pick<Deps, 'payload' | 'content'>>(deps: Known) {
  return { ...deps, closings: await readFederalClosings(deps) };
}
