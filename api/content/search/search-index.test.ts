import { expect, it } from 'vitest';
import { makeSearchIndex } from './search-index.ts';
import type { SearchableDocument } from './searchable-documents.ts';

const document = (url: string, text: string): SearchableDocument => ({
  url,
  kind: 'Page',
  title: 'Money',
  metaTitle: 'Money',
  text,
  version: '1',
});

it('highlights a longer word only where the typed one is not, save for its endings', () => {
  const index = makeSearchIndex([
    document('/both', 'Back pay, backed by your background.'),
    document('/longer', 'Your background.'),
  ]);
  const highlights = index
    .find('back')
    .hits.map(({ document: { url }, highlights: { words } }) => [url, [...words].sort()]);
  expect(Object.fromEntries(highlights)).toEqual({ '/both': ['back', 'backed'], '/longer': ['background'] });
});
