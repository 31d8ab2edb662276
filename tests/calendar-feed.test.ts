import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '../web/env.ts';
import { loggedPath } from '../web/server/request-log.ts';
import { addStaff, staffSession } from './setup/clients.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';
import { signContract } from './setup/submissions.ts';

const { PUBLIC_URL } = parseEnv(process.env);
let running: SiteInProcess;
let secret: string;
let matter: string;
beforeAll(async () => {
  running = await openSite();
  const { deps } = running;
  const robinId = await addStaff(deps, 'reviewer');
  const robin = await staffSession(robinId, deps);
  await signContract(deps);
  matter = String((await deps.portal.collection('matters').findOne())?._id);
  await robin.call.matters.assign({ id: matter, owner: robinId, seen: null });
  secret = await robin.call.staff.makeCalendarAddress();
});
afterAll(() => running.close());

const address = (key: string) => `/admin/calendar.ics?key=${encodeURIComponent(key)}`;
const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => running.site.inject({ method, url });

test.each([
  ['without a secret', '/admin/calendar.ics'],
  ['with a wrong one', address('A'.repeat(43))],
  ['with one that is too long', address('A'.repeat(500))],
])('there is nothing at the address of a calendar %s', async (_what, url) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, headers['content-type'], body]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'There is no calendar here.\n',
  ]);
  expect(headers['cache-control']).toBe('no-store');
});

test('a calendar is read by its secret alone, by no session, and no cache keeps it', async () => {
  const { statusCode, headers, body } = await get(address(secret));
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']).toBeUndefined();
  const lines = body.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toContain(`SUMMARY:Send the SSA-1696 and fee agreement (Initial claim\\, ${matter})`);
  expect(lines).toContain(`URL:${PUBLIC_URL}/admin/matters/${matter}`);
});

test('events keep their ids from one reading to the next', async () => {
  const idsIn = async () => (await get(address(secret))).body.match(/^UID:.+$/gm);
  const first = await idsIn();
  expect(new Set(first).size).toBe(4);
  expect(await idsIn()).toEqual(first);
});

test('the secret is in no log: an address is logged without its query', () => {
  expect(loggedPath(address(secret))).toBe('/admin/calendar.ics');
});
