import type { Payload } from 'payload';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { body, emptyDatabases, goodArticle, openCms, paragraph } from './testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error) => error.data?.errors?.[0] ?? error.message,
  );
const create = (over: Parameters<typeof goodArticle>[0], draft = true) =>
  faultOf(cms.create({ collection: 'articles', draft, data: goodArticle(over) }));

it.each(['\u0000', '\u0008', '\u000b', '\u001b', '\u007f', '\u0085', '\ufffe', '\ud800'])(
  'a title with the character %j is refused, with the words before it',
  async (character) => {
    expect(await create({ title: `Hearings${character}explained`, slug: 'hearings' })).toMatchObject({
      path: 'title',
      message:
        'There is an invisible control character after "Hearings". Delete that place and type it again.',
    });
  },
);

it('so is one deep in a text, and in a global', async () => {
  const text = body(paragraph('Before you go to the\u000b hearing'));
  expect(await create({ body: text, slug: 'deep' })).toMatchObject({
    message: expect.stringContaining('after "Before you go to the"'),
  });
  const change = cms.updateGlobal({ slug: 'site', data: { firmName: '\u0007Firm' } as never });
  expect(await faultOf(change)).toMatchObject({ message: expect.stringContaining('at the beginning') });
});

it('line breaks, tabs and the letters and signs of every language are taken', async () => {
  const title = 'Décisions “fair” — 你好 🙂\u00a0ok';
  expect(await create({ title, slug: 'letters', description: 'One\ttab' })).toBe('accepted');
});
