import { figuresIn } from '@claimdesk/cms/tokens';
import type { Page as StoredPage } from '@claimdesk/cms/types';
import { glossarySlug, otherForms, type Word } from '@claimdesk/cms/word-marker';
import type { Deps } from '#api/platform/deps.ts';
import { tokenSources } from './read-figures.ts';
import { readTokens } from './read-site.ts';
import { anchor, fillTokens, type TokenValues } from './render-rich-text.ts';

/** A word and what it means, as plain text. */
export interface Term extends Word {
  meaning: string;
  /** Those that the meaning shows. */
  figureNames: string[];
}

type StoredTerms = Extract<StoredPage['blocks'][number], { blockType: 'glossary' }>['terms'];

/** @returns words as the site shows them, in the order of the alphabet. */
export function presentTerms(terms: StoredTerms, tokens: TokenValues): Term[] {
  return terms
    .map(({ term, also, meaning }) => ({
      id: anchor(term),
      term,
      also: otherForms(also),
      meaning: fillTokens(meaning, tokens),
      figureNames: figuresIn(meaning),
    }))
    .sort((a, b) => a.term.localeCompare(b.term, 'en'));
}

/** @returns the words of the published page /glossary; none where there is no such page. */
export function readGlossary(deps: Pick<Deps, 'payload' | 'content' | 'settings'>): Promise<Term[]> {
  return deps.content.remember('glossary', ['pages', ...tokenSources], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'pages',
      where: { slug: { equals: glossarySlug }, _status: { equals: 'published' } },
      limit: 1,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return (docs[0]?.blocks ?? []).flatMap((block) =>
      block.blockType === 'glossary' ? presentTerms(block.terms, tokens) : [],
    );
  });
}
