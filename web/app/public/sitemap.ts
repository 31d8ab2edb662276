import { sitePages } from '@claimdesk/cms/site-paths';
import { siteContext } from '#web/app/context.ts';
import { directoryHref } from '#web/app/ui/pages/navigation.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/sitemap';
import { contentCacheControl } from './cache-control.ts';
import { escapeXml } from './escape-xml.ts';

/** Public addresses that exist whatever editors write; the home page first. */
const fixedPaths = [
  '/',
  '/faq',
  directoryHref,
  ...sitePages.flatMap(({ path, hidden }) => (hidden ? [] : path)),
];

/** Every public page; editors' pages with the time of their last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const [pages, articles] = await answerOf(Promise.all([api.content.pages(), api.content.articles()]));
  const places: { path: string; changed?: string }[] = [
    ...fixedPaths.filter((path) => !pages.some((page) => page.path === path)).map((path) => ({ path })),
    ...pages.map(({ path, isoUpdated }) => ({ path, changed: isoUpdated })),
    ...articles.map(({ slug, isoUpdated }) => ({ path: `/articles/${slug}`, changed: isoUpdated })),
  ];
  const urls = places.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `<url><loc>${origin}${escapeXml(encodeURI(path.toWellFormed()))}</loc>${lastmod}</url>`;
  });
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ];
  return new Response(`${xml.join('\n')}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': contentCacheControl },
  });
}
