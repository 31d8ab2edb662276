import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { maxFileBytes, verifyDocument } from './verify-document.ts';

export const documentsRouter = router({
  /** The page passes the file's bytes in process; over HTTP only a reference can be checked. */
  verify: publicProcedure
    .input(
      z.strictObject({
        file: z
          .instanceof(Uint8Array)
          .refine(({ length }) => length <= maxFileBytes)
          .optional(),
        reference: z.string().max(60).optional(),
      }),
    )
    .mutation(({ ctx, input }) => verifyDocument(input, ctx)),
});
