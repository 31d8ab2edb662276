import { z } from 'zod';
import { publicProcedure, router } from '../trpc.ts';
import { fileAtMost, verifyDocument } from './verify-document.ts';

export const documentsRouter = router({
  /** For the page, which hands in bytes; over HTTP a reference can be asked for, but no file sent. */
  verify: publicProcedure
    .input(
      z.strictObject({
        file: z
          .instanceof(Uint8Array)
          .refine(({ length }) => length <= fileAtMost)
          .optional(),
        reference: z.string().max(60).optional(),
      }),
    )
    .mutation(({ ctx, input }) => verifyDocument(input, ctx)),
});
