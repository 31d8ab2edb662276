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

it('counts a meaning once, however many of its names a text has', () => {
  const names = document('/names', 'Denied, denial, deny, rejected, refused, unfavorable.');
  const named = { ...document('/named', 'What to do.'), title: 'Denied' };
  const found = makeSearchIndex([names, named]).find('denied').hits;
  expect(found.map(({ document: { url } }) => url)).toEqual(['/named', '/names']);
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

it('tells words that we publish from those that may be about whoever asks', () => {
  const index = makeSearchIndex([document('/denial', 'Denied? You have 60 days to appeal.')]);
  for (const query of ['appeal denied', 'How do I appeal?', 'DAYS', 'money'])
    expect([query, index.isOurWords(query)]).toEqual([query, true]);
  for (const query of [
    '60 days',
    'appeal for John Doe',
    '123-45-6789',
    'apeal',
    'denied 2026',
    'who@mail.example',
  ])
    expect([query, index.isOurWords(query)]).toEqual([query, false]);
});
