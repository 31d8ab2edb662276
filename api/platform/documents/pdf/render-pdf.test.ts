import { performance } from 'node:perf_hooks';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfDocument } from './pdf-document.ts';
import { makePdfRenderer } from './pdf-renderer.ts';
import { renderPdf } from './render-pdf.ts';
import { notPrintable } from './typeface.ts';

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
        { label: 'Last name', value: 'Nguyễn Иванов Петр' },
        { label: 'Story', value: 'word '.repeat(1_500) },
      ],
    },
    { kind: 'signature', name: 'Łukasz Иванов', lines: ['Signed on March 4, 2026'] },
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

  it('shows the letters that the typeface has, drops accents where it must, and shows words instead of empty boxes', async () => {
    const page = await textOf(2);
    expect(page).toContain('Łukasz Éloïse');
    expect(page).toContain(`Nguyên ${notPrintable}`);
    const all = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => textOf(at + 1)));
    expect(all.join('').replaceAll(/\s+/g, ' ')).toContain(
      'Some letters of this name are not in the typeface',
    );
    expect(all.join('')).not.toContain('\u0000');
  });

  it('continues a long answer on further pages and numbers them', async () => {
    expect(pdf.numPages).toBeGreaterThanOrEqual(4);
    expect(await textOf(pdf.numPages)).toContain(`Page ${pdf.numPages} of ${pdf.numPages}`);
  });

  it('has the same bytes every time, so that it can be made again after a crash', async () => {
    expect((await renderPdf(document)).equals(bytes)).toBe(true);
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
