import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '../payload-types.ts';
import { emptyDatabases, goodListing, openCms } from '../testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const add = (over: Partial<Listing>) =>
  cms.create({ collection: 'listings', data: goodListing({ _status: 'published', ...over }) });

const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error) => error.data.errors[0].message,
  );

describe('medical listings', () => {
  it.each(['1', '0.00', '1.01', '101.00', ''])(
    'are refused with a number that is none: "%s"',
    async (number) => {
      expect(await faultOf(add({ number }))).toContain('as the Blue Book does');
    },
  );

  it('have each number once', async () => {
    expect(await faultOf(add({ number: '12.00' }))).toBe('accepted');
    expect(await faultOf(add({ number: '12.00' }))).toBe('There is already a listing 12.00.');
  });

  it('name at least one condition', async () => {
    expect(await faultOf(add({ number: '13.00', examples: [] }))).not.toBe('accepted');
  });
});
