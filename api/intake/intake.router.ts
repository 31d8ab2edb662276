import { z } from 'zod';
import { madeSecret } from '../keys/fingerprint.ts';
import { longestProof, makeChallenge } from '../robots/challenge.ts';
import { publicProcedure, router } from '../trpc.ts';
import { draftCookie, draftSecret } from './draft-cookie.ts';
import { deleteDraft, draftDays } from './drafts.ts';
import { fewAtOnce } from './few-at-once.ts';
import { finishLater } from './finish-later.ts';
import { openStep } from './open-step.ts';
import { printOwnCopy, readOwnCopy } from './own-copy.ts';
import { type IntakeForm, receivers } from './receivers.ts';
import { resumeByCode, resumeByLink } from './resume.ts';
import { makeResumeCode } from './resume-code.ts';
import { saveStep } from './save-step.ts';

const form = z.enum(Object.keys(receivers) as IntakeForm[]);
const step = z.string().min(1).max(60);
const token = z.string().max(200);
const part = z.string().max(60);
const birth = z.strictObject({ month: part, day: part, year: part });
/** As long as a whole post may be: what is too long for its question is told in the words of that question. */
const entry = z.tuple([z.string().max(200), z.string().max(64 * 1024)]);

export const intakeRouter = router({
  open: publicProcedure
    .input(z.strictObject({ form, step: step.optional() }))
    .query(({ ctx, input }) => openStep(input, ctx)),

  save: publicProcedure
    .input(
      z.strictObject({
        form,
        step,
        token,
        change: z.boolean(),
        later: z.boolean(),
        proof: z.string().max(longestProof),
        trap: z.string().max(20_000),
        entries: z.array(entry).max(200),
      }),
    )
    .mutation(({ ctx, input }) => fewAtOnce(ctx.address, () => saveStep(input, ctx))),

  /** For how many days answers are saved; nothing is opened or begun by asking. */
  keptDays: publicProcedure.query(() => draftDays),

  /** What this browser sent in the last hour, to read and as a PDF. */
  copy: publicProcedure.input(z.strictObject({ form })).query(({ ctx, input }) => readOwnCopy(input, ctx)),

  copyFile: publicProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) => printOwnCopy(input, ctx)),

  finishLater: publicProcedure
    .input(
      z.strictObject({
        form,
        token,
        email: z.string().max(254),
        path: z.string().regex(/^\/[a-z/-]{1,80}$/),
      }),
    )
    .mutation(({ ctx, input }) => finishLater(input, ctx)),

  /** A code to go on with, instead of a mailed link. */
  makeCode: publicProcedure
    .input(z.strictObject({ form, token, birth }))
    .mutation(({ ctx, input }) => makeResumeCode(input, ctx)),

  resume: publicProcedure
    .input(z.strictObject({ form, secret: z.string().regex(madeSecret) }))
    .mutation(({ ctx, input }) => resumeByLink(input, ctx)),

  resumeByCode: publicProcedure
    .input(z.strictObject({ form, code: z.string().max(60), birth }))
    .mutation(({ ctx, input }) => resumeByCode(input, ctx)),

  /** The work that goes with a form that is sent over the API. */
  challenge: publicProcedure
    .input(z.strictObject({ form }))
    .query(({ ctx, input }) => makeChallenge(ctx.deps.keys.forms, input.form, new Date())),

  /** Deletes the answers that this browser has saved. */
  discard: publicProcedure.input(z.strictObject({ form })).mutation(async ({ ctx, input }) => {
    const secret = draftSecret(ctx.cookies, input.form);
    if (secret) await deleteDraft(secret, ctx.deps);
    ctx.cookies.clear(draftCookie(input.form));
  }),
});
