import { z } from 'zod';
import { publicProcedure, router } from '#api/platform/trpc.ts';
import { readArticle, readArticles, readFaq } from './read-articles.ts';
import { readFigureTexts } from './read-figures.ts';
import { readListings } from './read-listings.ts';
import { readNavigation } from './read-navigation.ts';
import { readPage, readPages } from './read-pages.ts';
import { readRedirect } from './read-redirects.ts';
import { readLayout } from './read-site.ts';
import { readTestimonials } from './read-testimonials.ts';

export const contentRouter = router({
  layout: publicProcedure.query(({ ctx }) => readLayout(ctx.deps)),
  /** Figures for texts that are part of the product. */
  figures: publicProcedure
    .input(z.strictObject({ names: z.array(z.string().max(40)).max(40) }))
    .query(({ ctx, input }) => readFigureTexts(input.names, ctx.deps)),
  articles: publicProcedure.query(({ ctx }) => readArticles(ctx.deps)),
  article: publicProcedure
    .input(z.strictObject({ slug: z.string().max(200) }))
    .query(({ ctx, input }) => readArticle(input.slug, ctx.deps)),
  faq: publicProcedure.query(({ ctx }) => readFaq(ctx.deps)),
  pages: publicProcedure.query(({ ctx }) => readPages(ctx.deps)),
  page: publicProcedure
    .input(z.strictObject({ slug: z.string().max(200) }))
    .query(({ ctx, input }) => readPage(input.slug, ctx.deps)),
  testimonials: publicProcedure
    .input(z.strictObject({ show: z.enum(['all', 'home']) }))
    .query(({ ctx, input }) => readTestimonials(input.show, ctx.deps)),
  listings: publicProcedure.query(({ ctx }) => readListings(ctx.deps)),
  navigation: publicProcedure.query(({ ctx }) => readNavigation(ctx.deps)),
  redirect: publicProcedure
    .input(z.strictObject({ path: z.string().max(2_048) }))
    .query(({ ctx, input }) => readRedirect(input.path, ctx.deps)),
});
