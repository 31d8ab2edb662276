import { afterAll, expect, it } from 'vitest';
import type { Paper } from './paper.ts';
import { makePrinter } from './printer.ts';

const printer = makePrinter();
afterAll(() => printer.stop());

const paper: Paper = {
  title: 'Service agreement',
  firm: 'The firm',
  reference: 'K7QH-M9XC',
  date: new Date('2026-03-04T15:00:00Z'),
  parts: [{ kind: 'paragraph', text: 'We help you with your claim.' }],
};

it('lets 50 papers wait, says so to who comes later, and prints on afterwards', async () => {
  const printed = await Promise.allSettled(Array.from({ length: 60 }, () => printer.print(paper)));
  expect(printed.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  const refused = printed.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
  expect(new Set(refused.map(({ code, message }) => `${code}: ${message}`))).toEqual(
    new Set(['unavailable: Many papers are being printed at this moment. Please try again in a minute.']),
  );
  expect((await printer.print(paper)).length).toBeGreaterThan(1_000);
});
