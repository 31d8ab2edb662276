import { documentAt, sitePaths } from '@claimdesk/cms/site-paths';
import type { Deps } from '#api/platform/deps.ts';
import type { PageLink } from './page-blocks.ts';
import { readArticles } from './read-articles.ts';
import { readPages } from './read-pages.ts';
import { readRedirect } from './read-redirects.ts';
import { safeTarget } from './render-rich-text.ts';

export interface Navigation {
  /** Three: About, Do I Qualify, Disability Basics. */
  menus: { label: string; links: PageLink[] }[];
  footer: {
    quick: PageLink[];
    legal: PageLink[];
    /** What the firm is and is not. */
    note: { start: string; paragraphs: string[] };
  };
}

type Dependencies = Pick<Deps, 'payload' | 'content' | 'settings'>;

const sourceCollections = ['globals', 'pages', 'articles', 'redirects'];

/**
 * @returns the menus and footer links as editors wrote them; empty lists before they are first saved. A link to an
 * unpublished page is left out until the page is public again.
 */
export function readNavigation(deps: Dependencies): Promise<Navigation> {
  return deps.content.remember('navigation', sourceCollections, async () => {
    const { menus, quick, legal, noteStart, note } = await deps.payload.findGlobal({
      slug: 'navigation',
      depth: 0,
      overrideAccess: false,
    });
    const present = async (links: PageLink[] | null | undefined): Promise<PageLink[]> => {
      const shown: PageLink[] = [];
      for (const { label, to } of links ?? []) {
        if (await isPublic(to, deps)) shown.push({ label, to: safeTarget(to) });
      }
      return shown;
    };
    const shownMenus: Navigation['menus'] = [];
    for (const { label, links } of menus ?? []) shownMenus.push({ label, links: await present(links) });
    return {
      menus: shownMenus,
      footer: {
        quick: await present(quick),
        legal: await present(legal),
        note: { start: noteStart ?? '', paragraphs: (note ?? '').split(/\n\s*\n/).filter(Boolean) },
      },
    };
  });
}

async function isPublic(to: string, deps: Dependencies): Promise<boolean> {
  const path = to.replace(/[?#].*$/, '');
  const document = sitePaths.includes(path) ? undefined : documentAt(path);
  if (!document) return true;
  const { collection, slug } = document;
  const published = collection === 'pages' ? await readPages(deps) : await readArticles(deps);
  return published.some((each) => each.slug === slug) || (await readRedirect(path, deps)) !== null;
}
