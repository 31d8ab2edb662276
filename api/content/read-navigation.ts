import type { Deps } from '../connect.ts';
import type { PageLink } from './page-blocks.ts';
import { safeTarget } from './render-rich-text.ts';

export interface Navigation {
  /** Three: About, Do I Qualify, Disability Basics. */
  menus: { label: string; links: PageLink[] }[];
  footer: { quick: PageLink[]; legal: PageLink[] };
}

/** @returns the menus and the links of the footer as editors wrote them; empty lists before they are first saved. */
export function readNavigation({ payload, content }: Pick<Deps, 'payload' | 'content'>): Promise<Navigation> {
  return content.remember('navigation', ['globals'], async () => {
    const { menus, quick, legal } = await payload.findGlobal({
      slug: 'navigation',
      depth: 0,
      overrideAccess: false,
    });
    return {
      menus: (menus ?? []).map(({ label, links }) => ({ label, links: links.map(present) })),
      footer: { quick: (quick ?? []).map(present), legal: (legal ?? []).map(present) },
    };
  });
}

function present({ label, to }: PageLink): PageLink {
  return { label, to: safeTarget(to) };
}
