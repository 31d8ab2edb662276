import { z } from 'zod';
import { publicProcedure, router } from '../trpc.ts';
import { findDocuments } from './find-documents.ts';

export const searchRouter = router({
  /** A page of what holds the words of a query; a longer one is cut. */
  find: publicProcedure
    .input(z.strictObject({ q: z.string().max(2048), page: z.number().int().min(1).max(1000) }))
    .query(({ ctx, input }) => findDocuments(input, ctx.deps)),
});
