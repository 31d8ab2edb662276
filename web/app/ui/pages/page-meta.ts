import type { LayoutData } from './layout-data.ts';

interface RootData {
  layout: LayoutData;
  origin: string;
}

interface Page {
  /** Without the firm's name, which is added. */
  title: string;
  description: string;
  /** The canonical path of the page, for example `/faq`. */
  path: string;
  type?: 'website' | 'article';
  /** Not for search engines: forms, confirmations, the back office. */
  hidden?: boolean;
  /** URL of a feed with the news of this page. */
  feed?: string;
  jsonLd?: object[];
}

/**
 * The meta tags of a page: title, description, canonical URL, Open Graph, structured data.
 *
 * @param matches as a route's `meta` function gets them; the first is the root.
 */
export function pageMeta(matches: readonly unknown[], page: Page) {
  const firm = firmOf(matches);
  return [{ title: firm ? `${page.title} | ${firm}` : page.title }, ...untitledPageMeta(matches, page)];
}

/** The same for a page whose component renders the title itself, because the title also announces errors. */
export function untitledPageMeta(
  matches: readonly unknown[],
  { title, description, path, type, hidden, feed, jsonLd = [] }: Page,
) {
  const root = frameOf(matches);
  const firm = root?.layout.firmName;
  const url = root ? root.origin + path : undefined;
  return [
    { name: 'description', content: description },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(url && !hidden ? [{ tagName: 'link' as const, rel: 'canonical', href: url }] : []),
    ...(feed
      ? [
          {
            tagName: 'link' as const,
            rel: 'alternate',
            type: 'application/atom+xml',
            title: 'Articles',
            href: feed,
          },
        ]
      : []),
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type ?? 'website' },
    ...(url ? [{ property: 'og:url', content: url }] : []),
    ...(firm ? [{ property: 'og:site_name', content: firm }] : []),
    ...(root && !hidden ? sharePicture(root.origin) : []),
    ...jsonLd.map((object) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...object } })),
  ];
}

/** The picture of a shared link, the same for every page; scripts/draw-share-picture.ts draws it. */
function sharePicture(origin: string) {
  return [
    { property: 'og:image', content: `${origin}/share.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    {
      property: 'og:image:alt',
      content: 'Your Claim Is Our Mission. A drawing of two people at a table who read a paper together.',
    },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** @returns the site's origin as the root loader gave it, for structured data that needs absolute URLs. */
export function originOf(matches: readonly unknown[]): string {
  return frameOf(matches)?.origin ?? '';
}

/** @returns the firm's name, or undefined where the root loader failed. */
export function firmOf(matches: readonly unknown[]): string | undefined {
  return frameOf(matches)?.layout.firmName;
}

/** @returns the root loader's data, or undefined where it failed. */
export function frameOf(matches: readonly unknown[]): RootData | undefined {
  return (matches[0] as { loaderData?: RootData } | undefined)?.loaderData;
}
