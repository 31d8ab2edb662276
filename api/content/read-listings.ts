import { figuresIn } from '@claimdesk/cms/tokens';
import type { Deps } from '#api/platform/deps.ts';
import type { Listing } from './page-blocks.ts';
import { tokenSources } from './read-figures.ts';
import { readTokens } from './read-site.ts';
import { fillTokens } from './render-rich-text.ts';

const maxListings = 100;

/** @returns the published categories of the Blue Book in the editors' order. */
export function readListings(deps: Pick<Deps, 'payload' | 'content' | 'settings'>): Promise<Listing[]> {
  return deps.content.remember('listings', ['listings', ...tokenSources], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'listings',
      where: { _status: { equals: 'published' } },
      sort: 'order',
      limit: maxListings,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return docs.map(({ number, title, plainName, summary, examples }) => ({
      figureNames: figuresIn([title, plainName, summary, examples]),
      number,
      title: fillTokens(title, tokens),
      plainName: fillTokens(plainName, tokens),
      summary: fillTokens(summary, tokens),
      examples: examples.map(({ condition }) => fillTokens(condition, tokens)),
    }));
  });
}
