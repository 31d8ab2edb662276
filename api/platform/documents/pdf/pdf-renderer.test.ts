import { afterAll, expect, it } from 'vitest';
import type { PdfDocument } from './pdf-document.ts';
import { makePdfRenderer } from './pdf-renderer.ts';

const renderer = makePdfRenderer();
afterAll(() => renderer.stop());

const document: PdfDocument = {
  title: 'Service agreement',
  firm: 'The firm',
  reference: 'K7QH-M9XC',
  date: new Date('2026-03-04T15:00:00Z'),
  parts: [{ kind: 'paragraph', text: 'We help you with your claim.' }],
};

it('says which letters no font has, also of a text with letters of many scripts', async () => {
  expect(await renderer.unprintable('Łukasz 王小明 محمد علي ఆనంద్ న')).toEqual(['ఆ', 'న', 'ం', 'ద', '్']);
  expect(await renderer.unprintable("O'Brien")).toEqual([]);
});

it('queues 50 documents, refuses more with a clear message, and renders again afterwards', {
  tags: 'thorough',
}, async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => renderer.render(document)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  const refused = results.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
  expect(new Set(refused.map(({ code, message }) => `${code}: ${message}`))).toEqual(
    new Set(['unavailable: Many documents are being created right now. Please try again in a minute.']),
  );
  expect((await renderer.render(document)).length).toBeGreaterThan(1_000);
});
