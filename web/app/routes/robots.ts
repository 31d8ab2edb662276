import { siteContext } from '../context.ts';
import { evaluationHref, portalHref } from '../navigation.ts';
import type { Route } from './+types/robots';

/** Keeps search engines out of what is not for the public; what is, the sitemap lists. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /cms',
    'Disallow: /trpc',
    // The first page of the evaluation is public; its steps and answers are somebody's own.
    `Disallow: ${evaluationHref}/`,
    `Disallow: ${portalHref}`,
    'Disallow: /appeal-deadline.ics',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
