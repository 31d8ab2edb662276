import type { Payload } from 'payload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  body,
  closeCms,
  goodArticle,
  goodPage,
  link,
  openCms,
  paragraph,
  picture as shown,
} from '../testing.ts';

let cms: Payload;
let png: Buffer;
beforeAll(async () => {
  cms = await openCms();
  png = await sharp({ create: { width: 1800, height: 900, channels: 3, background: '#468' } })
    .withExif({ IFD0: { Copyright: 'A camera' } })
    .png()
    .toBuffer();
});
afterAll(() => closeCms(cms));

const upload = (data: object, file: { data: Buffer; mimetype: string; name: string }) =>
  cms.create({ collection: 'media', data, file: { ...file, size: file.data.length } });
const picture = () => ({ data: png, mimetype: 'image/png', name: 'field.png' });

describe('pictures and files', () => {
  it.each([{}, { alt: ' ' }, { alt: 'x'.repeat(251) }])(
    'a picture without a fitting description is refused',
    async (data) => {
      await expect(upload(data, picture())).rejects.toThrow('invalid');
    },
  );

  it('SVG is refused, also under another name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [name, mimetype] of [
      ['x.svg', 'image/svg+xml'],
      ['x.png', 'image/png'],
      ['x.pdf', 'application/pdf'],
    ] as const) {
      await expect(upload({ alt: 'x' }, { data: svg, mimetype, name })).rejects.toThrow();
    }
  });

  it('a page of HTML under the name of a picture is refused', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    await expect(
      upload({ alt: 'x' }, { data: html, mimetype: 'image/png', name: 'x.png' }),
    ).rejects.toThrow();
  });

  it('a decorative picture needs no description', async () => {
    expect((await upload({ decorative: true }, picture())).decorative).toBe(true);
  });

  it('a described picture is kept in three sizes as WebP, without what the camera added', async () => {
    const kept = await upload({ alt: 'A blue field' }, picture());
    expect(kept.mimeType).toBe('image/webp');
    expect([kept.sizes?.small?.width, kept.sizes?.medium?.width, kept.sizes?.large?.width]).toEqual([
      480, 960, 1600,
    ]);
    const { env } = await import('../env.ts');
    const stored = await sharp(`${env.mediaDirectory}/${kept.filename}`).metadata();
    expect(stored.exif).toBeUndefined();
  });

  it('a PDF is kept as it is', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n');
    const kept = await upload(
      { alt: 'A form' },
      { data: pdf, mimetype: 'application/pdf', name: 'form.pdf' },
    );
    expect(kept.mimeType).toBe('application/pdf');
  });

  it('visitors read pictures and add none', async () => {
    expect((await cms.find({ collection: 'media', overrideAccess: false })).totalDocs).toBeGreaterThan(0);
    const add = cms.create({
      collection: 'media',
      overrideAccess: false,
      data: { alt: 'x' },
      file: { ...picture(), size: png.length },
    });
    await expect(add).rejects.toThrow();
  });
});

describe('a picture that is used can not be deleted', () => {
  const remove = (id: string) => cms.delete({ collection: 'media', id });

  it.each(['draft', 'published'] as const)('in the text of an article, %s', async (_status) => {
    const { id } = await upload({ alt: 'A field' }, picture());
    const data = goodArticle({ title: `Article, ${_status}`, body: body(shown(id)), _status });
    const article = await cms.create({ collection: 'articles', draft: _status === 'draft', data });
    await expect(remove(id)).rejects.toThrow(
      `It is used in the article "Article, ${_status}". Take it out there first.`,
    );
    await cms.delete({ collection: 'articles', id: article.id });
    await remove(id);
  });

  it('on a page, also when a draft has taken it out', async () => {
    const { id } = await upload({ alt: 'A field' }, picture());
    const hero = { blockType: 'hero' as const, heading: 'H', text: body(paragraph('Words.')), picture: id };
    const page = await cms.create({
      collection: 'pages',
      data: goodPage({ slug: 'pictured', blocks: [hero], _status: 'published' }),
    });
    const { blocks } = goodPage();
    await cms.update({ collection: 'pages', id: page.id, draft: true, data: { blocks } });
    await expect(remove(id)).rejects.toThrow('It is used in the page "Careers".');
    await cms.update({ collection: 'pages', id: page.id, data: { blocks, _status: 'published' } });
    await remove(id);
  });

  it('by a link, alone or among many', async () => {
    const { id, filename } = await upload({ alt: 'A field' }, picture());
    const answer = body(paragraph('See ', link(`/media/${filename}`, 'the picture')));
    const data = { question: 'Where?', answer, order: 1, _status: 'published' as const };
    await cms.create({ collection: 'faq', data });
    await expect(remove(id)).rejects.toThrow('It is used in the question "Where?".');
    const many = await cms.delete({ collection: 'media', where: { id: { equals: id } } });
    expect(many.docs).toEqual([]);
  });
});
