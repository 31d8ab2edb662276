import { siteContext } from '../context.ts';
import { evaluationHref } from '../navigation.ts';
import type { Route } from './+types/sitemap';

/** Every public page, articles with the day they were written. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const articles = await api.content.articles();
  const pages = ['/', '/faq', evaluationHref].map((path) => `<url><loc>${origin}${path}</loc></url>`);
  const written = articles.map(
    ({ slug, isoDate }) => `<url><loc>${origin}/articles/${slug}</loc><lastmod>${isoDate}</lastmod></url>`,
  );
  const urls = [...pages, ...written].join('\n');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
