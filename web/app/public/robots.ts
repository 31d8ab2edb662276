import { siteContext } from '#web/app/context.ts';
import { evaluationHref, portalHref } from '#web/app/ui/pages/navigation.ts';
import type { Route } from './+types/robots';

/** Keeps search engines out of pages that are not public; the sitemap lists the public ones. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /cms',
    'Disallow: /trpc',
    // The first page of the evaluation is public; its steps and answers are private.
    `Disallow: ${evaluationHref}/`,
    `Disallow: ${portalHref}`,
    'Disallow: /appeal-deadline.ics',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
