import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { findDocuments } from './find-documents.ts';

export const searchRouter = router({
  /** One page of results; an overlong query is cut. */
  find: publicProcedure
    .input(z.strictObject({ q: z.string().max(2048), page: z.number().int().min(1).max(1000) }))
    .query(({ ctx, input }) => findDocuments(input, ctx.deps)),
});
