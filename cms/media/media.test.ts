import { readFile } from 'node:fs/promises';
import type { Payload } from 'payload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleAttorney } from '../../tests/setup/attorneys.ts';
import {
  blackPng,
  body,
  emptyDatabases,
  goodArticle,
  goodPage,
  link,
  openCms,
  paragraph,
  picture as shown,
} from '../testing.ts';

let cms: Payload;
let env: typeof import('../env.ts').env;
let png: Buffer;
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n');
beforeAll(async () => {
  cms = await openCms();
  ({ env } = await import('../env.ts'));
  png = await sharp({ create: { width: 1800, height: 900, channels: 3, background: '#468' } })
    .withExif({ IFD0: { Copyright: 'A camera' } })
    .png()
    .toBuffer();
});
afterAll(() => emptyDatabases(cms));

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

  it.each([
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a page of HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['bytes of no known type', Buffer.from('just some words')],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused in words, whatever its name says', async (_what, data) => {
    for (const [name, mimetype] of [
      ['x.svg', 'image/svg+xml'],
      ['x.png', 'image/png'],
      ['x.pdf', 'application/pdf'],
      ['x.html', 'text/html'],
    ] as const) {
      await expect(upload({ alt: 'x' }, { data, mimetype, name })).rejects.toThrow(
        "We can't use this kind of file. Upload a PNG, JPEG, WebP or AVIF picture, or a PDF.",
      );
    }
  });

  it.each([
    ['a page behind its end', Buffer.concat([pdf, Buffer.from('<script>alert(1)</script>')])],
    ['no end', pdf.subarray(0, 40)],
  ])('a PDF with %s is refused', async (_what, data) => {
    const file = { data, mimetype: 'application/pdf', name: 'form.pdf' };
    await expect(upload({ alt: 'x' }, file)).rejects.toThrow('This PDF is damaged');
  });

  it.each([
    ['25,000 by 25,000 pixels in a few hundred KB', 25_000, 25_000],
    ['5,001 by 5,000', 5_001, 5_000],
    ['one very long side', 20_000, 10],
  ])('a picture of %s is refused before it is unpacked', async (_what, width, height) => {
    const data = blackPng(width, height);
    expect(data.length).toBeLessThan(1024 * 1024);
    // Not by the clock on the wall, which runs on while other tests have the processor.
    const start = process.cpuUsage();
    const add = upload({ alt: 'x' }, { data, mimetype: 'image/png', name: 'bomb.png' });
    await expect(add).rejects.toThrow('too many pixels');
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('a picture that is cut off is refused in words', async () => {
    const file = { ...picture(), data: png.subarray(0, png.length / 2) };
    await expect(upload({ alt: 'x' }, file)).rejects.toThrow('This picture is damaged.');
  });

  it('a picture that moves is refused in words', async () => {
    const frames = await Promise.all(
      ['#000', '#fff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const data = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    await expect(upload({ alt: 'x' }, { data, mimetype: 'image/webp', name: 'x.webp' })).rejects.toThrow(
      'This picture moves.',
    );
  });

  it.each([
    ['evil.html', 'application/pdf'],
    ['evil.svg', 'image/svg+xml'],
    ['evil.pdf.html', 'text/html'],
    ['evil', 'text/html'],
  ])('a PDF that comes as %s of type %s is stored as what it is', async (name, mimetype) => {
    const kept = await upload({ alt: 'A form' }, { data: pdf, mimetype, name });
    expect(kept.mimeType).toBe('application/pdf');
    expect(kept.filename).toMatch(/^evil[\w-]*\.pdf$/);
  });

  it('a picture that comes as a page is stored as a picture, and the page behind its end is gone', async () => {
    const data = Buffer.concat([png, Buffer.from('<script>alert("behind")</script>')]);
    const kept = await upload({ alt: 'A field' }, { data, mimetype: 'text/html', name: 'evil.html' });
    expect(kept.filename).toMatch(/^evil[\w-]*\.webp$/);
    for (const name of [kept.filename, kept.sizes?.small?.filename]) {
      const stored = await readFile(`${env.mediaDirectory}/${name}`);
      expect(stored.includes('behind')).toBe(false);
      expect((await sharp(stored).metadata()).format).toBe('webp');
    }
  });

  it('where a picture was taken is not kept, in no size of it, and it stands upright', async () => {
    const jpeg = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#468' } })
      .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '40/1 44/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif).toBeDefined();
    const kept = await upload({ alt: 'A field' }, { data: jpeg, mimetype: 'image/jpeg', name: 'p.jpg' });
    expect(kept).toMatchObject({ width: 600, height: 1200 });
    for (const name of [kept.filename, kept.sizes?.small?.filename]) {
      const { exif, xmp, iptc } = await sharp(`${env.mediaDirectory}/${name}`).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('a stored file keeps its name and type, whatever an editor sends', async () => {
    const kept = await upload(
      { alt: 'A form' },
      { data: pdf, mimetype: 'application/pdf', name: 'kept.pdf' },
    );
    const data = { filename: '../x.html', mimeType: 'text/html', url: 'https://evil.example/', alt: 'New' };
    const after = await cms.update({ collection: 'media', id: kept.id, data });
    expect(after).toMatchObject({
      filename: kept.filename,
      mimeType: kept.mimeType,
      url: kept.url,
      alt: 'New',
    });
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
    const stored = await sharp(`${env.mediaDirectory}/${kept.filename}`).metadata();
    expect(stored.exif).toBeUndefined();
  });

  it('a PDF is kept as it is', async () => {
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

  it('on a page, also when a draft has taken it out', { tags: 'thorough' }, async () => {
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

  it('as the photograph of an attorney', async () => {
    const { id: photo } = await upload({ alt: 'Ada Sample' }, picture());
    const { id } = await cms.create({
      collection: 'attorneys',
      data: { ...sampleAttorney, photo },
    });
    await expect(remove(photo)).rejects.toThrow('It is used in the attorney "Ada Sample".');
    await cms.delete({ collection: 'attorneys', id });
    await remove(photo);
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
