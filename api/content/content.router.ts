import { z } from 'zod';
import { publicProcedure, router } from '../trpc.ts';
import { readArticle, readArticles, readFaq, readMovedArticle } from './read-articles.ts';
import { readFacts, readLayout } from './read-site.ts';

export const contentRouter = router({
  layout: publicProcedure.query(({ ctx }) => readLayout(ctx.deps)),
  facts: publicProcedure.query(({ ctx }) => readFacts(ctx.deps)),
  articles: publicProcedure.query(({ ctx }) => readArticles(ctx.deps)),
  article: publicProcedure
    .input(z.strictObject({ slug: z.string().max(200) }))
    .query(({ ctx, input }) => readArticle(input.slug, ctx.deps)),
  /** Where an article went whose web address an editor changed. */
  movedArticle: publicProcedure
    .input(z.strictObject({ slug: z.string().max(200) }))
    .query(({ ctx, input }) => readMovedArticle(input.slug, ctx.deps)),
  faq: publicProcedure.query(({ ctx }) => readFaq(ctx.deps)),
});
