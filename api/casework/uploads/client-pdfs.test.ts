import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { Types } from 'mongoose';
import PdfKit from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rewritePdf } from '#api/casework/clients/clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentsCollection,
  copyOf,
} from '#api/casework/clients/client-document.model.ts';
import { findWaiting } from '#api/casework/clients/find-waiting.ts';
import { readDocumentFile } from '#api/casework/clients/open-document.ts';
import { purgeClientDocuments } from '#api/casework/clients/purge-documents.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { writeFile } from '#api/platform/documents/encrypted-file.ts';
import { firstPicture, readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import { addClient, refusal, ssnOf, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { makePdf, stream } from '../../../tests/setup/pdf.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { scanUploads } from './scan-uploads.ts';

const megabyte = 1024 * 1024;

let deps: Deps;
let robin: Visitor;
let canaria: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  id = await addClient(deps, { ssn: ssnOf(51) });
  canaria = await signedIn(id);
});
beforeEach(async () => {
  await empty(deps, clientDocumentsCollection.name, 'events', 'limits');
  await empty(deps, 'document_files.files', 'document_files.chunks');
});
afterAll(() => deps.close());

async function signedIn(client: string): Promise<Visitor> {
  const who = visitor(deps);
  who.context.cookies.set('client', await deps.clientSessions.create(client), { sameSite: 'Lax' });
  return who;
}

async function* arriving(...files: Buffer[]) {
  for (const file of files) yield inOne(file);
}

async function* inOne(file: Buffer) {
  yield file;
}

const sendAs = ({ call }: Visitor, ...files: Buffer[]) =>
  call.uploads.send({ type: 'other', note: '', files: arriving(...files) });
const send = (...files: Buffer[]) => sendAs(canaria, ...files);
const list = () => canaria.call.uploads.list();
const rows = () =>
  clientDocumentsCollection.model(deps.portal).find().sort({ _id: 1 }).lean<ClientDocument[]>();
const files = () => deps.portal.collection('document_files.files').countDocuments();
const shown = async () => (await robin.call.clients.documents({ id })).map(({ fromClient }) => fromClient);
const openForStaff = (document: unknown) =>
  robin.call.clients.documentFile({ id, document: String(document) });

async function bytesOf(file: Promise<{ content: AsyncIterable<Uint8Array> }>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await file).content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** @returns everything in a PDF, with its streams decompressed unless they are pictures. */
async function insideOf(bytes: Buffer): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const objects = context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return object.toString();
    const content = /DCTDecode|JPXDecode/.test(object.dict.toString())
      ? object.contents
      : decodePDFRawStream(object).decode();
    return `${object.dict} ${Buffer.from(content).toString('latin1')}`;
  });
  return [bytes.subarray(-2048).toString('latin1'), ...objects].join('\n');
}

/** @returns a letter of two pages, protected as a program that prints PDFs does it. */
async function printed(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const pdf = new PdfKit({ ...options, permissions: { printing: 'lowResolution', copying: false } });
  pdf.text('A letter of two pages').addPage().text('and the second').end();
  return buffer(pdf);
}

/** A scanner that answers but scans nothing. */
async function startBrokenClamd() {
  const server = createServer((socket) =>
    socket.once('data', (asked) => socket.end(`${asked}`.startsWith('zPING') ? 'PONG\0' : 'ERROR\0')),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port: `127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

describe('a PDF of a client', () => {
  it('that is protected, damaged or has no page is refused in our words, and nothing of it is kept', async () => {
    const handler = '<< /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -1 >>';
    const cases: [Buffer, RegExp][] = [
      [makePdf('A letter', { trailer: '/Encrypt 9 0 R /ID [(x) (x)]', objects: [handler] }), /password/],
      [Buffer.from('%PDF-1.7\nA letter\n%%EOF\n'), /damaged/],
      [makePdf('A letter', { objects: ['<< /Broken'] }), /damaged/],
      [
        Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
        /damaged/,
      ],
    ];
    const { receipt, outcomes } = await send(...cases.map(([bytes]) => bytes));
    expect(receipt).toBeNull();
    for (const [at, [, words]] of cases.entries()) {
      const outcome = outcomes[at];
      const text = outcome?.state === 'refused' ? outcome.text : '';
      expect(text).toMatch(/^We cannot read this PDF\. .*photo of each page$/);
      expect(text).toMatch(words);
    }
    expect([await rows(), await files()]).toEqual([[], 0]);
  });

  it.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
    'that opens without a password, and is protected by one of its owner alone, is written without it: PDF %s',
    async (pdfVersion) => {
      const owned = await printed({ pdfVersion, ownerPassword: 'Canary' });
      expect(owned.toString('latin1')).toMatch(/\/Encrypt /);
      const [taken] = (await send(owned, await printed({ pdfVersion, userPassword: 'Canary' }))).outcomes;
      expect(taken).toEqual({ state: 'received' });
      expect(await list()).toHaveLength(1);
      const stored = await bytesOf(readDocumentFile({ id, document: String((await rows())[0]?._id) }, deps));
      expect((await readPdf(stored)).text).toContain('A letter of two pages and the second');
      const merged = await PDFDocument.create();
      const pages = await merged.copyPages(await PDFDocument.load(stored), [0, 1]);
      for (const page of pages) merged.addPage(page);
      expect((await readPdf(await merged.save())).pages).toHaveLength(2);
    },
  );

  it('that unpacks itself without end is refused before it fills the memory', {
    tags: 'thorough',
  }, async () => {
    const block = deflateSync(Buffer.alloc(64 * megabyte), { finishFlush: 3 });
    const bomb = Buffer.concat([block, ...Array.from({ length: 100 }, () => block.subarray(2))]);
    const keys = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode';
    const before = process.memoryUsage.rss();
    const { outcomes } = await send(makePdf('A letter', { objects: [stream(keys, bomb)] }));
    expect(outcomes).toEqual([{ state: 'refused', text: expect.stringMatching(/cannot read this PDF/) }]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * megabyte);
    expect((await send(makePdf('A letter'))).outcomes).toEqual([{ state: 'received' }]);
  });

  it('is written anew, with what its page shows and without what describes it, acts or is attached', async () => {
    const taken = await sharp({ create: { width: 9, height: 5, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'Canary' } })
      .jpeg()
      .toBuffer();
    const bytes = makePdf('Page of a letter', {
      root: '/OpenAction 9 0 R /AA << /WC 9 0 R >> /Metadata 10 0 R /AcroForm << /Fields [11 0 R] /XFA 15 0 R >> /Names << /JavaScript << /Names [(a) 9 0 R] >> /EmbeddedFiles << /Names [(a) 13 0 R] >> >> /AF [13 0 R]',
      page: '/AA << /O 9 0 R >> /Metadata 10 0 R /PieceInfo << /Canary 12 0 R >> /Annots [11 0 R 16 0 R 17 0 R 18 0 R] /XObjects 19 0 R',
      trailer: '/Info 12 0 R /ID [(Canary) (Canary)]',
      objects: [
        '<< /S /JavaScript /JS (app.alert\\("Canary"\\)) /Next << /S /Launch /F (Canary.exe) >> >>',
        stream('/Type /Metadata /Subtype /XML', Buffer.from('<x:xmpmeta>Canary</x:xmpmeta>')),
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Robin) /Rect [0 0 9 9] /A << /S /Launch /F (Canary.exe) >> /AA << /K 9 0 R >> >>',
        '<< /Author (Canary) /Producer (Canary) >>',
        '<< /Type /Filespec /F (Canary.exe) /EF << /F 14 0 R >> >>',
        stream('/Type /EmbeddedFile', Buffer.from('MZ Canary')),
        stream('', Buffer.from('<xdp:xdp>Canary</xdp:xdp>')),
        '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 13 0 R >>',
        '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (file:///Canary) >> >>',
        '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>',
        stream('/Type /XObject /Subtype /Image /Width 9 /Height 5 /Filter /DCTDecode', taken),
      ],
    });
    expect(await insideOf(bytes)).toMatch(/Canary.*JavaScript/s);
    const rewritten = await rewritePdf(bytes);
    const inside = await insideOf(rewritten);
    expect(inside).not.toMatch(
      /Canary|JavaScript|OpenAction|Launch|\/URI|\/AA|Embedded|FileAttachment|XFA|Metadata|PieceInfo|\/Info|\/ID/,
    );
    expect(inside).toMatch(/GoTo/);
    expect(inside).toMatch(/\(Robin\)/);
    expect((await readPdf(rewritten)).text).toContain('Page of a letter');
    expect((await rewritePdf(bytes)).equals(rewritten)).toBe(true);
    await send(bytes);
    expect((await rows())[0]).toMatchObject({ size: rewritten.length });
  });
});

describe('a photograph in a PDF of a client', { tags: 'thorough' }, () => {
  const show = { page: '/Contents 9 0 R /Resources << /XObject << /Photo 10 0 R >> >>' };
  const drawn = stream('', Buffer.from('q 612 0 0 792 0 0 cm /Photo Do Q'));
  const image = (keys: string, content: Uint8Array) =>
    stream(
      `/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${keys}`,
      content,
    );
  /** EXIF: taken at 40 degrees north, by Canary. */
  const taken = async () =>
    sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .withIccProfile('srgb')
      .withExif({ IFD0: { Artist: 'Canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 0/1 0/1' } })
      .jpeg({ progressive: true })
      .toBuffer();
  /** A red square as OpenJPEG 2.5 writes it. */
  const jpeg2000 = Buffer.from(
    'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAw8HAAAAAAAPY29scgEAAAAAABAAAACranAyY/9P/1EALwAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQQEBAAB/1wAEECAiIiQiIiQiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAJwAB/5PP/DAIB7eA3/iQEAE/gICAgICAgICAgICA/9k=',
    'base64',
  );
  /** @returns a JPEG 2000 box. */
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const exifIn = async (jpeg: Buffer) => (await sharp(jpeg).metadata()).exif ?? Buffer.alloc(0);

  const cases: [string, () => Promise<Buffer>][] = [
    ['as it was taken', async () => image('/Filter /DCTDecode', await taken())],
    [
      'with filled markers, another picture behind it and comments',
      async () => {
        const photo = await taken();
        const comment = Buffer.from('\xff\xff\xff\xfe\x00\x08Canary', 'latin1');
        const whole = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2), photo]);
        return image('/Filter /DCTDecode', whole);
      },
    ],
    [
      'packed once more',
      async () =>
        image('/Filter [/FlateDecode /DCTDecode] /DecodeParms [null null]', deflateSync(await taken())),
    ],
    [
      'packed twice more',
      async () => {
        const hex = Buffer.from(`${deflateSync(await taken()).toString('hex')}>`);
        return image('/Filter [/ASCIIHexDecode /FlateDecode /DCTDecode]', hex);
      },
    ],
    [
      'as JPEG 2000',
      async () => {
        const uuid = Buffer.concat([Buffer.from('JpgTiffExif->JP2'), await exifIn(await taken())]);
        const xml = box('xml ', Buffer.from('<x:xmpmeta>Canary</x:xmpmeta>'));
        const [head, code] = [jpeg2000.subarray(0, 77), jpeg2000.subarray(77)];
        return image('/Filter /JPXDecode', Buffer.concat([head, box('uuid', uuid), xml, code]));
      },
    ],
    [
      'as the codestream of JPEG 2000, packed once more',
      async () => {
        const code = Buffer.from(jpeg2000.subarray(85));
        code.write('Canary 40N', code.indexOf('Created by'), 'latin1');
        return image('/Filter [/FlateDecode /JPXDecode]', deflateSync(code));
      },
    ],
  ];

  it.each(cases)('does not say who took it where, and looks as before: %s', async (_, photo) => {
    const bytes = makePdf('', { ...show, objects: [drawn, await photo()] });
    await send(bytes);
    const [row] = await rows();
    const stored = await bytesOf(readDocumentFile({ id, document: String(row?._id) }, deps));
    const inside = await insideOf(stored);
    expect(inside).not.toMatch(/Canary|Exif|GPS|xmpmeta|OpenJPEG/);
    // Nothing is compressed twice, where `insideOf` would not see it.
    expect(inside).toMatch(/Filter \/(DCTDecode|JPXDecode)/);
    await deps.jobs.runDue('client-pdfs');
    const { data } = await firstPicture(await bytesOf(openForStaff(row?._id)));
    const [red = 0, green = 255, blue = 255] = data;
    expect([red > 220, green < 40, blue < 40]).toEqual([true, true, true]);
  });
});

describe('where no scanner is set, a PDF of a client', () => {
  it('is opened by nobody before its pages are drawn, and is no work for the office until then', async () => {
    await send(makePdf('A letter'));
    const [row] = await rows();
    expect(await shown()).toMatchObject([{ scan: 'none', readiness: 'preparing', copy: null }]);
    expect((await refusal(openForStaff(row?._id)))?.code).toBe('forbidden');
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 0 });
    expect((await findWaiting(deps)).ids).not.toContain(id);
    expect(await deps.jobs.runDue('client-pdfs')).toBe(1);
    expect(await shown()).toMatchObject([{ readiness: 'ready', copy: { drawn: 1, pages: 1 } }]);
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 1 });
    expect((await findWaiting(deps)).ids).toContain(id);
  });

  it('is opened by staff as pictures of its pages, and by its client not at all', async () => {
    await send(makePdf('A letter'));
    await deps.jobs.runDue('client-pdfs');
    const [row] = await rows();
    const copy = await bytesOf(openForStaff(row?._id));
    const { pages, text } = await readPdf(copy);
    expect([pages.length, text.trim()]).toEqual([1, '']);
    const { data, info } = await firstPicture(copy);
    expect([info.width, info.height]).toEqual([1275, 1650]);
    // White paper with dark letters.
    expect(data[0]).toBeGreaterThan(250);
    expect(data.subarray(0, 300 * info.width * info.channels).some((value) => value < 60)).toBe(true);
    const [sent] = await list();
    expect(sent).toMatchObject({ state: 'read', isOpen: false });
    expect((await refusal(canaria.call.uploads.documentFile({ document: sent?.id ?? '' })))?.code).toBe(
      'forbidden',
    );
  });

  it('whose pages cannot be drawn is locked, both are told, and it is no file of the day', {
    tags: 'thorough',
  }, async () => {
    const ofTheDay = caseworkLimits.unconfirmedUpload;
    for (let sent = 0; sent < 18; sent += 1) await deps.limits.reserve(ofTheDay, id);
    await send(makePdf('A letter', { page: '/UserUnit 75000' }), makePdf('A letter'));
    expect(await deps.limits.isUsedUp(ofTheDay, id)).toBe(true);
    await deps.jobs.runDue('client-pdfs');
    expect(await deps.limits.isUsedUp(ofTheDay, id)).toBe(false);
    expect((await shown()).map((each) => each?.readiness).sort()).toEqual(['ready', 'unreadable']);
    const locked = (await rows()).find(({ unreadable }) => unreadable);
    expect((await refusal(openForStaff(locked?._id)))?.message).toMatch(/cannot read this PDF/);
    expect((await list()).map(({ state }) => state).sort()).toEqual(['received', 'unreadable']);
  });

  it('that cannot be opened is marked as handled by staff, waits no longer, and is not taken again', {
    tags: 'thorough',
  }, async () => {
    const broken = makePdf('A letter', { page: '/UserUnit 75000' });
    await send(broken, makePdf('A letter'));
    await deps.jobs.runDue('client-pdfs');
    const [first, second] = await rows();
    const [locked, good] = first?.unreadable ? [first, second] : [second, first];
    const handle = (document: unknown, who = robin) =>
      who.call.clients.markDocumentHandled({ id, document: String(document) });
    expect((await refusal(handle(locked?._id, canaria)))?.code).toBe('signed-out');
    expect((await refusal(handle(locked?._id, await staffMember(deps, 'read_only'))))?.code).toBe(
      'forbidden',
    );
    expect((await refusal(handle('f'.repeat(24))))?.code).toBe('not-found');
    expect((await refusal(handle(good?._id)))?.code).toBe('conflict');
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 2 });
    await handle(locked?._id);
    await handle(locked?._id);
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 1 });
    const [about] = (await shown()).filter((each) => each?.readiness === 'unreadable');
    expect(about).toMatchObject({ readAt: null, handled: { who: 'Robin', at: expect.any(String) } });
    expect((await list()).map(({ state }) => state).sort()).toEqual(['received', 'unreadable']);
    expect((await send(broken)).outcomes).toEqual([
      { state: 'refused', text: expect.stringMatching(/could not open it.*photo of each page$/) },
    ]);
  });

  it('waits for a scanner again once there is one, and is not unread again when it was read', {
    tags: 'thorough',
  }, async () => {
    await send(makePdf('A letter'));
    await deps.jobs.runDue('client-pdfs');
    await openForStaff((await rows())[0]?._id);
    // As long as it does not answer, nothing is locked.
    await expect(scanUploads('/nowhere/clamd.sock', deps)).rejects.toThrow();
    expect(await shown()).toMatchObject([{ scan: 'none', copy: { drawn: 1 } }]);
    const clamd = await startBrokenClamd();
    await expect(scanUploads(clamd.port, deps)).rejects.toThrow('could not be scanned');
    await clamd.stop();
    expect(await shown()).toMatchObject([{ scan: 'pending', copy: null }]);
    expect((await refusal(openForStaff((await rows())[0]?._id)))?.message).toMatch(/viruses/);
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 0 });
  });

  it('with notes shows staff what was typed on its pages, also where no appearance stream draws it', async () => {
    const bytes = makePdf('A letter', {
      page: '/Annots [9 0 R 10 0 R 11 0 R 12 0 R]',
      objects: [
        '<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] /Contents (Dr. Lee never wrote back) >>',
        '<< /Type /Annot /Subtype /FreeText /Rect [72 500 300 530] /DA (/Helv 12 Tf 0 g) /Contents <FEFF00530065006E006F0072002000500065006F00F1> >>',
        '<< /Type /Annot /Subtype /Highlight /Rect [72 690 300 730] /QuadPoints [72 730 300 730 72 690 300 690] /C [1 1 0] >>',
        '<< /Type /Annot /Subtype /FreeText /Rect [72 400 300 430] /Contents (Drawn) /AP << /N 13 0 R >> >>',
        stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', Buffer.from('')),
      ],
    });
    const rewritten = await rewritePdf(bytes);
    const { pages } = await readPdf(rewritten);
    expect(pages).toHaveLength(2);
    expect(pages[1]).toMatch(/Page 1: Dr\. Lee never wrote back.*Page 1: Senor Peoñ/s);
    expect(pages[1]).not.toContain('Drawn');
    expect((await rewritePdf(bytes)).equals(rewritten)).toBe(true);
    await send(bytes);
    await deps.jobs.runDue('client-pdfs');
    expect(await shown()).toMatchObject([{ copy: { drawn: 2, pages: 2 } }]);
    const { data, info } = await firstPicture(await bytesOf(openForStaff((await rows())[0]?._id)));
    // Beside the letters, within the highlight.
    const at = (Math.round((95 / 72) * 150) * info.width + Math.round((280 / 72) * 150)) * info.channels;
    const [red = 0, green = 0, blue = 255] = data.subarray(at, at + 3);
    expect([red > 220, green > 220, blue < 120]).toEqual([true, true, true]);
  });

  it('is deleted with its pictures', async () => {
    await send(makePdf('A letter'));
    await deps.jobs.runDue('client-pdfs');
    expect(await files()).toBe(2);
    const document = String((await rows())[0]?._id);
    await robin.call.clients.removeDocument({ id, document, reason: 'Sent twice by mistake' });
    expect([await rows(), await files()]).toEqual([[], 0]);
  });
});

describe('drawing the pages of PDFs', { tags: 'thorough' }, () => {
  const held = () => ({ held_until: new Date(Date.now() + 60_000), tries: 1 });
  const write = async (_id: Types.ObjectId, bytes: Buffer) => {
    const row = (await rows()).find((each) => each._id.equals(_id));
    return writeFile(copyOf(_id), inOne(bytes), {
      ring: await deps.keys.for(row?.client_id),
      store: deps.store,
    });
  };

  async function sendOne(text = 'A letter'): Promise<Types.ObjectId> {
    await send(makePdf(text));
    return (await rows()).at(-1)?._id ?? new Types.ObjectId();
  }

  it('goes on where a process was killed, and reads by indexes', async () => {
    const _id = await sendOne();
    // Killed after the pictures were written.
    await write(_id, makePdf('A letter'));
    const past = new Date(Date.now() - 1_000);
    await clientDocumentsCollection
      .model(deps.portal)
      .updateOne({ _id }, { $set: { held_until: past, tries: 1 } });
    const { operations } = await profile(deps.portal, new RegExp(clientDocumentsCollection.name), () =>
      deps.jobs.runDue('client-pdfs'),
    );
    for (const { planSummary } of operations) expect(planSummary ?? '').not.toContain('COLLSCAN');
    expect(await shown()).toMatchObject([{ readiness: 'ready', copy: { drawn: 1 } }]);
    expect(await files()).toBe(2);
    expect((await rows())[0]).not.toHaveProperty('prepare');
    expect(await deps.jobs.runDue('client-pdfs')).toBe(0);
  });

  it('brings none back that is deleted meanwhile', async () => {
    const _id = await sendOne();
    await clientDocumentsCollection.model(deps.portal).updateOne({ _id }, { $set: held() });
    await robin.call.clients.removeDocument({ id, document: String(_id), reason: 'Sent twice by mistake' });
    expect([await shown(), await list(), await robin.call.uploads.unread()]).toMatchObject([
      [],
      [],
      { count: 0 },
    ]);
    // The process that wrote it died before it noticed that the row was gone.
    await write(_id, makePdf('A letter'));
    await clientDocumentsCollection
      .model(deps.portal)
      .updateOne({ _id }, { $set: { held_until: new Date() } });
    expect(await deps.jobs.runDue('client-pdfs')).toBe(0);
    await purgeClientDocuments(deps);
    expect([await rows(), await files()]).toEqual([[], 0]);
  });

  it('locks those at which the process dies again and again', async () => {
    const _id = await sendOne();
    await clientDocumentsCollection.model(deps.portal).updateOne({ _id }, { $set: { tries: 3 } });
    await deps.jobs.runDue('client-pdfs');
    expect(await shown()).toMatchObject([{ readiness: 'unreadable' }]);
  });

  it('is done by two processes at once without harm, and what it made ends with the account of the client', async () => {
    const ended = await addClient(deps, { ssn: ssnOf(52) });
    await sendAs(await signedIn(ended), makePdf('A letter'), makePdf('A record'));
    const done = await Promise.all([deps.jobs.runDue('client-pdfs'), deps.jobs.runDue('client-pdfs')]);
    expect(done[0] + done[1]).toBe(2);
    expect(await files()).toBe(4);
    await robin.call.clients.close({ id: ended, reason: 'The client asked for it' });
    expect(await purgeClientDocuments(deps)).toBe(2);
    expect(await files()).toBe(0);
  });
});

it('documents are deleted also when the files of another one cannot be', { tags: 'thorough' }, async () => {
  await send(makePdf('A letter'), makePdf('A record'));
  await clientDocumentsCollection.model(deps.portal).updateMany({}, { $set: { state: 'removed' } });
  const away = vi.spyOn(deps.store, 'delete').mockRejectedValueOnce(new Error('The store is away.'));
  await expect(purgeClientDocuments(deps)).rejects.toThrow('failed for 1');
  away.mockRestore();
  expect([(await rows()).length, await files()]).toEqual([1, 1]);
  expect(await purgeClientDocuments(deps)).toBe(1);
});
