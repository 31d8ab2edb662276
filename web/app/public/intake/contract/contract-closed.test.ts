import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteWithoutDatabase } from '#web/testing/site-without-database.ts';

type Site = Awaited<ReturnType<typeof siteWithoutDatabase>>;

/** At a public address, with the phone number of a new installation. */
let asInstalled: Site;
beforeAll(async () => {
  asInstalled = await siteWithoutDatabase();
});
afterAll(() => asInstalled.close());

const read = (url: string, method: 'GET' | 'POST' = 'GET') =>
  asInstalled.inject({
    url,
    method,
    headers: { accept: 'text/html', origin: 'http://site.test', 'sec-fetch-site': 'same-origin' },
  });

describe('while the firm is not set up', () => {
  test('the contract says plainly that nobody can sign online, and gives no phone number that nobody answers', async () => {
    const { statusCode, body } = await read('/sign-contract');
    expect(statusCode).toBe(503);
    expect(body).toContain('<h1>You cannot sign a contract online yet</h1>');
    expect(body).not.toMatch(/201.{0,2}555|help@/);
    expect(body).toContain('href="/appeal-denial#deadline"');
    expect(body).toContain('href="/free-case-evaluation"');
    expect(body).not.toContain('Continue to Sign Contract');
  });

  test.each([
    ['GET', '/sign-contract/agreement'],
    ['POST', '/sign-contract/agreement'],
    ['GET', '/sign-contract/about-you'],
    ['GET', '/sign-contract/sign'],
  ] as const)('every other page of it leads there: %s %s', async (method, url) => {
    const { statusCode, headers } = await read(url, method);
    expect([statusCode, headers.location]).toEqual([302, '/sign-contract']);
  });
});
