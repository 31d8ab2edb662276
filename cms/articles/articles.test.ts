import type { Payload } from 'payload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPerson,
  body,
  emptyDatabases,
  goodArticle,
  heading,
  link,
  openCms,
  paragraph,
  picture,
} from '../testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const create = (over: Parameters<typeof goodArticle>[0], draft = false) =>
  cms.create({
    collection: 'articles',
    draft,
    data: goodArticle({ _status: draft ? 'draft' : 'published', ...over }),
  });

const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error) => error.data?.errors?.[0]?.message ?? error.message,
  );

describe('what visitors can read', () => {
  it('a draft never shows, neither in lists, nor by id, nor when drafts are asked for', async () => {
    const { id } = await create({ title: 'Secret plan', slug: 'secret-plan' }, true);
    for (const draft of [false, true]) {
      const list = await cms.find({ collection: 'articles', overrideAccess: false, draft });
      expect(list.docs.map((doc) => doc.id)).not.toContain(id);
      const one = cms.findByID({ collection: 'articles', id, overrideAccess: false, draft });
      await expect(one).rejects.toThrow('Not Found');
    }
    const count = await cms.count({
      collection: 'articles',
      overrideAccess: false,
      where: { id: { equals: id } },
    });
    expect(count.totalDocs).toBe(0);
    await expect(cms.findVersions({ collection: 'articles', overrideAccess: false })).rejects.toThrow();
  });

  it('an unpublished change of a published article never shows', async () => {
    const { id } = await create({ title: 'Open words', slug: 'open-words' });
    await cms.update({
      collection: 'articles',
      id,
      draft: true,
      data: { title: 'Not yet', _status: 'draft' },
    });
    const seen = await cms.findByID({ collection: 'articles', id, overrideAccess: false });
    expect(seen.title).toBe('Open words');
    const asked = await cms.find({
      collection: 'articles',
      overrideAccess: false,
      draft: true,
      where: { title: { equals: 'Not yet' } },
    });
    expect(asked.docs).toEqual([]);
    const byId = await cms
      .findByID({ collection: 'articles', id, overrideAccess: false, draft: true })
      .catch(() => ({ title: 'hidden' }));
    expect(byId.title).not.toBe('Not yet');
  });

  it('an article that was taken back no longer shows', async () => {
    const { id } = await create({ title: 'Old words' });
    await cms.update({ collection: 'articles', id, data: { _status: 'draft' } });
    await expect(cms.findByID({ collection: 'articles', id, overrideAccess: false })).rejects.toThrow();
  });

  it('visitors change nothing', async () => {
    const { id } = await create({ title: 'Firm words' });
    const visitor = { collection: 'articles', overrideAccess: false } as const;
    await expect(cms.create({ ...visitor, data: goodArticle() })).rejects.toThrow();
    await expect(cms.update({ ...visitor, id, data: { title: 'Mine' } })).rejects.toThrow();
    await expect(cms.delete({ ...visitor, id })).rejects.toThrow();
  });

  it('an editor reads drafts, a publisher publishes, and only an admin deletes', async () => {
    const editor = await addPerson(cms, { role: 'editor' });
    const publisher = await addPerson(cms, { role: 'publisher' });
    const admin = await addPerson(cms, { role: 'admin' });
    const as = (user: typeof editor) => ({ collection: 'articles', overrideAccess: false, user }) as const;
    const { id } = await create({ title: 'Shared draft' }, true);
    expect((await cms.findByID({ ...as(editor), id, draft: true })).title).toBe('Shared draft');
    await cms.update({ ...as(publisher), id, data: { _status: 'published' } });
    await expect(cms.delete({ ...as(publisher), id })).rejects.toThrow();
    await cms.delete({ ...as(admin), id });
  });

  it('a published article shows in lists and by id', async () => {
    const { id } = await create({ title: 'Public words' });
    expect((await cms.findByID({ collection: 'articles', id, overrideAccess: false })).title).toBe(
      'Public words',
    );
    const list = await cms.find({ collection: 'articles', overrideAccess: false, pagination: false });
    expect(list.docs.map((doc) => doc.id)).toContain(id);
  });
});

describe('web address', () => {
  it.each(['Has Spaces', 'UPPER', 'two--hyphens', '-edge', 'ünder', 'a/b'])(
    'anything but kebab-case is refused: %s',
    async (slug) => {
      expect(await faultOf(create({ slug }))).toContain('small letters, digits and single hyphens');
    },
  );

  it('an address in use is refused with the other title', async () => {
    await create({ title: 'The first', slug: 'taken' });
    expect(await faultOf(create({ title: 'The second', slug: 'taken' }))).toBe(
      'The article "The first" already has this web address. Choose another one.',
    );
  });

  it('two drafts may have no address', async () => {
    const none = { collection: 'articles', draft: true, data: { _status: 'draft' } } as const;
    const drafts = [
      await cms.create({ ...none, data: {} as never }),
      await cms.create({ ...none, data: {} as never }),
    ];
    expect(drafts.map(({ slug }) => slug ?? null)).toEqual([null, null]);
    await cms.create({ ...none, data: { slug: null } as never });
    await cms.create({ ...none, data: { slug: '' } as never });
    await cms.create({ ...none, data: { slug: null } as never });
    for (const { id } of drafts) {
      await cms.update({ collection: 'articles', id, draft: true, data: { slug: null, description: 'x' } });
      await cms.update({ collection: 'articles', id, draft: true, data: { slug: '', description: 'y' } });
    }
  });

  it('an empty address is made from the title, with a number when it is taken', async () => {
    expect((await create({ title: 'Señor’s 2nd claim: “won”!' })).slug).toBe('senors-2nd-claim-won');
    expect((await create({ title: 'Señor’s 2nd claim: “won”!' })).slug).toBe('senors-2nd-claim-won-2');
  });

  it('autosave leaves an empty address empty until the article is published', async () => {
    const req = { query: { autosave: 'true' } };
    const draft = await cms.create({ collection: 'articles', draft: true, data: {} as never, req });
    const saved = { collection: 'articles', id: draft.id, draft: true, autosave: true, req } as const;
    expect((await cms.update({ ...saved, data: { title: 'H' } })).slug ?? null).toBeNull();
    const published = await cms.update({
      collection: 'articles',
      id: draft.id,
      data: goodArticle({ title: 'Hearing at last', _status: 'published' }),
    });
    expect(published.slug).toBe('hearing-at-last');
  });

  it('a copy gets an address of its own', async () => {
    const { id } = await create({ title: 'Copied', slug: 'copied' });
    const copy = await cms.duplicate({ collection: 'articles', id });
    expect(copy.slug).toBe('copied-2');
  });
});

describe('publishing checks', () => {
  it.each([
    ['a skipped heading level', { body: body(heading('h2', 'A'), heading('h4', 'B')) }, 'Make it level 3.'],
    ['an empty heading', { body: body(heading('h2', '')) }, 'A heading has no words.'],
    ['an empty link', { body: body(paragraph('x', link('', 'here'))) }, 'leads nowhere'],
    ['a link without "/"', { body: body(paragraph('x', link('faq', 'here'))) }, 'must start with "/"'],
    ['an unknown token in the text', { body: body(paragraph('{{phon}}')) }, 'Did you mean {{phone}}?'],
    ['an unknown token in the title', { title: '{{phon}}' }, 'Did you mean {{phone}}?'],
    ['an unknown token in the description', { description: '{{phon}}' }, 'Did you mean {{phone}}?'],
    ['an unknown token for search engines', { meta: { title: '{{phon}}' } }, 'Did you mean {{phone}}?'],
    ['a picture that is gone', { body: body(picture('665000000000000000000000')) }, 'no longer exists'],
    ['a search title that is too long', { meta: { title: 'x'.repeat(61) } }, '60'],
    ['a missing text', { body: undefined }, 'required'],
  ])('%s stops publishing and not the draft', async (_name, over, sentence) => {
    const { id } = await create(over as never, true);
    const publish = cms.update({ collection: 'articles', id, data: { _status: 'published' } });
    expect(await faultOf(publish)).toContain(sentence);
    await expect(cms.findByID({ collection: 'articles', id, overrideAccess: false })).rejects.toThrow();
  });

  it('a picture without description stops publishing', async () => {
    const data = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const file = { data, mimetype: 'image/png', name: 'bare.png', size: data.length };
    const { id, filename } = await cms.create({ collection: 'media', data: { alt: 'Grey' }, file });
    await cms.db.connection.collection('media').updateOne({ filename }, { $set: { alt: '' } });
    expect(await faultOf(create({ body: body(picture(id)) }))).toContain('has no description');
    await cms.update({ collection: 'media', id, data: { alt: 'Grey square' } });
    expect(await faultOf(create({ body: body(picture(id)) }))).toBe('accepted');
  });

  it('a question is held to the same rules', async () => {
    const data = {
      question: 'How long?',
      order: 1,
      answer: body(paragraph('{{hearingWaits}}')),
      _status: 'published',
    };
    const question = cms.create({ collection: 'faq', data: data as never });
    expect(await faultOf(question)).toContain('Did you mean {{hearingWait}}?');
  });
});
