import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabases, goodTestimonial, openCms } from '../testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const add = (over: object) =>
  cms.create({ collection: 'testimonials', data: goodTestimonial({ _status: 'published', ...over }) });

describe('testimonials', () => {
  it.each([
    ['from outside New Jersey', { location: 'Kings' }],
    ['without a name', { author: '' }],
    ['with an unknown token', { quote: '{{phon}}' }],
    ['longer than a card can hold', { quote: 'x'.repeat(601) }],
  ])('are refused %s', async (_name, over) => {
    await expect(add(over)).rejects.toThrow('invalid');
  });

  it.each([
    ['Maria T.', 'MT'],
    ['Anna-Lena', 'A'],
    ['Jean Luc P.', 'JLP'],
    ['élodie B.', 'ÉB'],
  ])('get the initials of %s', async (author, initials) => {
    expect((await add({ author })).initials).toBe(initials);
  });

  it('keep initials that somebody wrote', async () => {
    expect((await add({ initials: 'X' })).initials).toBe('X');
  });
});
