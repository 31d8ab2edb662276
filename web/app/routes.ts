import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every address of the site, in reading order. */
export default [
  layout('routes/site-frame.tsx', [
    index('routes/home/home.tsx'),
    route('faq', 'routes/faq/faq.tsx'),
    route('articles/:slug', 'routes/articles/article.tsx'),
    route('contact', 'routes/contact.ts'),
  ]),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
] satisfies RouteConfig;
