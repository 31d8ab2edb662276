import { siteContext } from '#web/app/context.ts';
import { contentCacheControl } from '#web/app/public/cache-control.ts';
import { escapeXml } from '#web/app/public/escape-xml.ts';
import { feedHref } from '#web/app/ui/pages/navigation.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/feed';

/** Enough for readers who check every few months. */
const entriesAtMost = 50;

/** The newest articles as an Atom feed (RFC 4287). An article's URL is its permanent id. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const [articles, { firmName, email }] = await answerOf(
    Promise.all([api.content.articles(), api.content.layout()]),
  );
  const shown = articles.slice(0, entriesAtMost);
  const entries = shown.map(({ slug, title, description, isoDate, isoUpdated }) => {
    const address = `${origin}/articles/${slug}`;
    return [
      '<entry>',
      `<id>${escapeXml(address)}</id>`,
      `<title>${escapeXml(title)}</title>`,
      `<link href="${escapeXml(address)}"/>`,
      `<published>${isoDate}T00:00:00Z</published>`,
      `<updated>${isoUpdated}</updated>`,
      `<summary>${escapeXml(description)}</summary>`,
      '</entry>',
    ].join('\n');
  });
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `<id>${origin}/</id>`,
    `<title>${escapeXml(`Articles by ${firmName}`)}</title>`,
    `<link href="${origin}/"/>`,
    `<link rel="self" href="${origin}${feedHref}"/>`,
    `<author><name>${escapeXml(firmName)}</name><email>${escapeXml(email)}</email></author>`,
    `<updated>${lastChange(shown)}</updated>`,
    ...entries,
    '</feed>',
  ];
  return new Response(`${xml.join('\n')}\n`, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': contentCacheControl },
  });
}

/** @returns when an article was last changed; for a feed without any, the firm's first year. */
function lastChange(articles: readonly { isoUpdated: string }[]): string {
  return (
    articles
      .map(({ isoUpdated }) => isoUpdated)
      .sort()
      .at(-1) ?? '1993-01-01T00:00:00Z'
  );
}
