import { describe, expect, it } from 'vitest';
import { longestSearch, longestZip, readQuery } from './addresses.ts';

const read = (query: string) => readQuery(new URLSearchParams(query));

describe('a URL that makes no sense', () => {
  it.each(['0', '-1', '1.5', 'two', '', ' ', '1e999', 'NaN', '0x'])('page %j is the first', (page) => {
    expect(read(new URLSearchParams({ page }).toString()).page).toBe(1);
  });

  it('a huge page number is capped', () => {
    expect(read('page=99999999999').page).toBe(100_000);
  });

  it('what is too long is cut between characters', () => {
    const { q, state, zip } = read(`q=${'𝒳'.repeat(300)}&state=${'x'.repeat(300)}&zip=${'0'.repeat(300)}`);
    expect(q).toBe('𝒳'.repeat(longestSearch));
    expect(state).toHaveLength(20);
    expect(zip).toHaveLength(longestZip);
  });

  it('control characters and line breaks become spaces', () => {
    expect(read('q=%00a%0D%0Ab%E2%80%AE')).toEqual({ state: '', q: 'a b', zip: '', page: 1 });
  });

  it('the first of two values counts', () => {
    expect(read('q=a&q=b&state=NJ&state=NY&zip=1&zip=2')).toEqual({ state: 'NJ', q: 'a', zip: '1', page: 1 });
  });
});

it('a URL without parameters asks for the first page of all attorneys', () => {
  expect(read('')).toEqual({ state: '', q: '', zip: '', page: 1 });
  expect(read('state=NJ&q=ada+sample&zip=07102&page=2')).toEqual({
    state: 'NJ',
    q: 'ada sample',
    zip: '07102',
    page: 2,
  });
});
