import { setTimeout as wait } from 'node:timers/promises';
import { intakes } from '@claimdesk/forms/intakes';
import { z } from 'zod';
import { isRepresented } from '#api/casework/clients/is-represented.ts';
import { secretPattern } from '#api/platform/keys/fingerprint.ts';
import { challengeTime, longestProof, makeChallenge } from '#api/platform/robots/challenge.ts';
import { router } from '#api/platform/trpc.ts';
import { admitDraft } from './admit-draft.ts';
import { autosaveStep } from './autosave-step.ts';
import { intakeProcedure } from './browser-drafts.ts';
import { draftDays } from './draft.model.ts';
import { deleteDraft } from './drafts.ts';
import { finishLater } from './finish-later.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { openForNewcomer, openStep } from './open-step.ts';
import { makeResumeCode, resumeByCode, resumeByLink } from './resume.ts';
import { saveStep } from './save-step.ts';
import { readSubmissionCopy, renderSubmissionCopy } from './submission-copy.ts';

const form = z.enum(intakes.map((each) => each.form));
const step = z.string().min(1).max(60);
const token = z.string().max(200);
const part = z.string().max(60);
const birth = z.strictObject({ month: part, day: part, year: part });
/** An attorney's id. A malformed one comes from a mistyped link and must not block the visitor. */
const attorney = z.string().max(24).optional().catch(undefined);
/** The date on a letter, `YYYY-MM-DD`; as with an attorney, a malformed one is ignored. */
const letter = z.string().max(10).optional().catch(undefined);
/** As long as a whole post may be: the question itself explains when its answer is too long. */
const entry = z.tuple([z.string().max(200), z.string().max(64 * 1024)]);

export const intakeRouter = router({
  open: intakeProcedure
    .input(
      z.strictObject({
        form,
        step: step.optional(),
        attorney,
        letter,
        challenge: challengeTime.optional(),
      }),
    )
    .query(({ ctx, input }) => openStep(input, ctx)),

  /** The token of the first page of a form, for a visitor without a draft. */
  openForNewcomer: intakeProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) => openForNewcomer(input.form, ctx)),

  save: intakeProcedure
    .input(
      z.strictObject({
        form,
        step,
        token,
        change: z.boolean(),
        later: z.boolean(),
        shared: z.boolean().default(false),
        attorney,
        letter,
        proof: z.string().max(longestProof),
        honeypot: z.string().max(20_000),
        entries: z.array(entry).max(200),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const inTurn = <T>(work: () => Promise<T>) => limitConcurrency(ctx.address, work);
      const save = (brief: boolean) => saveStep({ ...input, brief }, ctx);
      // In turn too: of hundreds who send at once, all would ask the database at once.
      const saved = await inTurn(async () => {
        const { brief, waitMs } = await admitDraft(input, ctx);
        return waitMs > 0 ? waitMs : save(brief);
      });
      if (typeof saved !== 'number') return saved;
      await wait(saved);
      return inTurn(() => save(true));
    }),

  /** Autosaves what is typed so far on a step. */
  keep: intakeProcedure
    .input(
      z.strictObject({
        form,
        step,
        token,
        shared: z.boolean(),
        attorney,
        letter,
        entries: z.array(entry).max(200),
      }),
    )
    .mutation(({ ctx, input }) => limitConcurrency(ctx.address, () => autosaveStep(input, ctx))),

  /** Whether the visitor is a client of ours, who must not read that we do not represent them yet. */
  isRepresented: intakeProcedure.query(({ ctx }) => isRepresented(ctx)),

  /** For how many days answers are saved; asking opens no draft. */
  keptDays: intakeProcedure.query(() => draftDays),

  /** What this browser sent in the last hour, to read; `copyFile` is the same as a PDF. */
  copy: intakeProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) => readSubmissionCopy(input, ctx)),

  copyFile: intakeProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) => renderSubmissionCopy(input, ctx)),

  finishLater: intakeProcedure
    .input(
      z.strictObject({
        form,
        token,
        email: z.string().max(254),
        path: z.string().regex(/^\/[a-z/-]{1,80}$/),
      }),
    )
    .mutation(({ ctx, input }) => finishLater(input, ctx)),

  /** A resume code, instead of an emailed link. */
  makeCode: intakeProcedure
    .input(z.strictObject({ form, token, birth }))
    .mutation(({ ctx, input }) => makeResumeCode(input, ctx)),

  resume: intakeProcedure
    .input(
      z.strictObject({ form, secret: z.string().regex(secretPattern), shared: z.boolean().default(false) }),
    )
    .mutation(({ ctx, input }) => resumeByLink(input, ctx)),

  resumeByCode: intakeProcedure
    .input(z.strictObject({ form, code: z.string().max(60), birth, shared: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => resumeByCode(input, ctx)),

  /** The proof of work for a form that is sent over the API. */
  challenge: intakeProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) => makeChallenge(ctx.deps.keys.forms, input.form, new Date())),

  /** Deletes the answers that this browser has saved. */
  discard: intakeProcedure.input(z.strictObject({ form })).mutation(async ({ ctx, input }) => {
    const secret = ctx.drafts.secretOf(input.form);
    if (secret) await deleteDraft(secret, ctx.deps);
    ctx.drafts.forget(input.form);
  }),
});
