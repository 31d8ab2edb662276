import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';

type Content = inferRouterOutputs<AppRouter>['content'];

export type ArticleSummary = Content['articles'][number];
export type Article = NonNullable<Content['article']>;
export type IllustrationName = Article['illustration'];
export type Testimonial = Content['testimonials'][number];
export type ContentPage = NonNullable<Content['page']>;
/** A part of a page, of one of the kinds that editors may choose from. */
export type PageBlock = ContentPage['blocks'][number];
export type PagePicture = NonNullable<Extract<PageBlock, { kind: 'hero' }>['picture']>;
