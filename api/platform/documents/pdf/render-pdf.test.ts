import { performance } from 'node:perf_hooks';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../fixtures/read-pdf.ts';
import type { PdfDocument, PdfPart } from './pdf-document.ts';
import { makePdfRenderer } from './pdf-renderer.ts';
import { renderPdf } from './render-pdf.ts';

const document: PdfDocument = {
  title: 'Service agreement',
  firm: 'The firm',
  reference: 'K7QH-M9XC',
  date: new Date('2026-03-04T15:00:00Z'),
  parts: [
    { kind: 'heading', level: 1, text: 'What we do' },
    { kind: 'paragraph', text: 'We help you with your claim. '.repeat(40) },
    { kind: 'list', items: ['One', 'Two'] },
    { kind: 'heading', level: 1, text: 'Your answers', newPage: true },
    {
      kind: 'table',
      caption: 'About you',
      rows: [
        { label: 'First name', value: 'Łukasz Éloïse' },
        { label: 'Last name', value: 'გიორგი' },
        { label: 'Story', value: 'word '.repeat(1_500) },
      ],
    },
    { kind: 'signature', name: 'Łukasz გიორგი', lines: ['Signed on March 4, 2026'] },
  ],
};

let bytes: Buffer;
let pdf: PDFDocumentProxy;
beforeAll(async () => {
  bytes = await renderPdf(document);
  pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
});
afterAll(() => pdf.loadingTask.destroy());

interface Node {
  role: string;
  children?: Node[];
}

async function textOf(page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

async function rolesOf(page: number): Promise<string[]> {
  const tree = (await (await pdf.getPage(page)).getStructTree()) as Node | null;
  const walk = (node: Node): string[] => [node.role, ...(node.children ?? []).flatMap(walk)];
  return tree ? walk(tree).filter(Boolean) : [];
}

describe('a rendered document', () => {
  it('states its title, its language and its author', async () => {
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: 'Service agreement, reference K7QH-M9XC',
      Author: 'The firm',
      Language: 'en-US',
    });
    expect(((await pdf.getMarkInfo()) as Map<string, boolean> | null)?.get('Marked')).toBe(true);
    expect((await pdf.getOutline()).map(({ title }) => title)).toEqual(['What we do', 'Your answers']);
    // PDF/UA-1, and the window shows the title instead of the file name.
    expect(bytes.toString('latin1')).toMatch(/pdfuaid:part>\s*1|pdfuaid:part="1"/);
    const shown = (await pdf.getViewerPreferences()) as Map<string, boolean> | null;
    expect(shown?.get('DisplayDocTitle')).toBe(true);
  });

  it('marks headings, paragraphs, lists and tables for screen readers', async () => {
    const roles = await rolesOf(1);
    for (const role of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody'])
      expect(roles).toContain(role);
    expect(await rolesOf(2)).toEqual(expect.arrayContaining(['Table', 'TR', 'TH', 'TD']));
  });

  it('embeds every font that it uses', () => {
    const text = bytes.toString('latin1');
    expect(text).toContain('AtkinsonHyperlegibleNext');
    expect(text).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
  });

  it('never replaces a letter silently: one that no font has is printed as its code, kept for readers aloud, and explained', async () => {
    const all = (await readPdf(bytes)).text;
    expect(all).toContain('Łukasz Éloïse');
    const codes = '[U+10D2][U+10D8][U+10DD][U+10E0][U+10D2][U+10D8]';
    expect(all.replaceAll(' ', '').split(codes)).toHaveLength(3);
    expect(all).toContain('A code in brackets, such as [U+0C24], stands for each of them.');
    expect(all).not.toContain('\u0000');
    // The text that a screen reader says, in UTF-16.
    const utf16 = Buffer.from('გიორგი', 'utf16le').swap16().toString('latin1');
    expect(bytes.toString('latin1')).toContain(utf16);
  });

  it('continues a long answer on further pages and numbers them', async () => {
    expect(pdf.numPages).toBeGreaterThanOrEqual(4);
    expect(await textOf(pdf.numPages)).toContain(`Page ${pdf.numPages} of ${pdf.numPages}`);
  });

  it('has the same bytes every time, so that it can be made again after a crash', async () => {
    expect((await renderPdf(document)).equals(bytes)).toBe(true);
  });
});

describe('a name', () => {
  const print = (...names: string[]) => {
    const parts = names.flatMap((name): PdfPart[] => [
      { kind: 'table', caption: '', rows: [{ label: 'Name', value: name }] },
      { kind: 'signature', name, lines: [] },
    ]);
    return renderPdf({ ...document, parts });
  };
  const names = [
    'Nguyễn Thị Minh Khai',
    '王小明',
    '陳大文',
    '山田さくら',
    '김철수',
    'Ελένη Παπαδοπούλου',
    'Олександр Шевченко',
    'محمد علي',
    'عبد الله پرویز',
    'דוד כהן',
    'अनिता शर्मा',
    'लक्ष्मी द्विवेदी',
    'José Ñuñez',
    "O'Brien-Łukasz",
  ];

  it('is printed as it was typed, as an answer and as a signature, so that it is found and copied letter by letter', async () => {
    const { text } = await readPdf(await print(...names));
    for (const name of names) expect(text.split(name), name).toHaveLength(3);
    expect(text).not.toMatch(/\[U\+|A code in brackets|\p{Cc}/u);
  });

  it('that came with its accents apart is printed like one that came whole', async () => {
    const [apart, whole] = await Promise.all([print('Nguyễn'.normalize('NFD')), print('Nguyễn')]);
    expect(apart.equals(whole)).toBe(true);
  });

  it('in another script has the same bytes every time and makes a document no larger than 100 KB', async () => {
    const [first, second] = await Promise.all([print('王小明'), print('王小明')]);
    expect(first.equals(second)).toBe(true);
    expect(first.length).toBeLessThan(100_000);
  });

  it('stands in the fonts that are embedded, not in one of the reader', async () => {
    const fonts = (await print('王小明')).toString('latin1').matchAll(/\/BaseFont \/([^\s]+)/g);
    for (const [, font] of fonts) expect(font).toMatch(/^[A-Z]{6}\+(AtkinsonHyperlegibleNext|NotoSans)/);
  });
});

describe('the rendering thread', () => {
  it('renders the same bytes, one job after another, without blocking the main thread', {
    tags: 'thorough',
  }, async () => {
    const renderer = makePdfRenderer();
    await renderer.render(document);
    const before = performance.eventLoopUtilization();
    const results = await Promise.all(Array.from({ length: 8 }, () => renderer.render(document)));
    const { utilization } = performance.eventLoopUtilization(before);
    await renderer.stop();
    expect(results.every((each) => each.equals(bytes))).toBe(true);
    expect(utilization).toBeLessThan(0.5);
  });

  it('continues after a document that cannot be rendered', async () => {
    const renderer = makePdfRenderer();
    await expect(renderer.render({ ...document, parts: [{ kind: 'list' } as never] })).rejects.toThrow(
      'Rendering failed',
    );
    expect((await renderer.render(document)).equals(bytes)).toBe(true);
    await renderer.stop();
  });
});
