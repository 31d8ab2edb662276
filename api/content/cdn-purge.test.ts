import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { makeJobs } from '#api/platform/jobs/jobs.ts';
import { readSettings } from '#api/platform/settings.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import { purgeCdn, wantPurge } from './cdn-purge.ts';
import { openContent } from './deps.ts';

let deps: Deps;
/** In place of the CDN. */
let cdn: Server;
let asked: { tags: string[]; headers: IncomingMessage['headers'] }[] = [];
let answer: () => Promise<number>;
const following: (() => Promise<void>)[] = [];

beforeAll(async () => {
  deps = await openDeps();
  cdn = createServer(async (request, response) => {
    asked.push({ tags: JSON.parse(await text(request)).tags, headers: request.headers });
    response.writeHead(await answer()).end('{}');
  }).listen(0, '127.0.0.1');
  await once(cdn, 'listening');
});
beforeEach(async () => {
  await empty(deps, 'cdn_purges', 'schedules');
  asked = [];
  answer = async () => 200;
});
afterEach(async () => {
  for (const stop of following.splice(0)) await stop();
});
afterAll(async () => {
  cdn.close();
  await deps.close();
});

const rows = () => deps.portal.collection<{ _id: string; due_at: Date }>('cdn_purges');
const wanted = async () => (await rows().find().toArray()).map(({ _id }) => _id).sort();
const makeDue = () => rows().updateMany({}, { $set: { due_at: new Date(0) } });
const cms = () => deps.portal.getClient().db(deps.settings.CMS_DATABASE);
const change = (collection: string) => cms().collection(collection).insertOne({});

/** What one process has that runs jobs. */
function worker() {
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
  const settings = { ...deps.settings, CDN_PURGE_URL: url, CDN_PURGE_TOKEN: 'a-secret' };
  return makeJobs([purgeCdn(settings, deps.portal)], deps);
}

/** A site process, which hears of changes. */
async function site({ hasCdn = true } = {}): Promise<void> {
  const { portal, log, settings } = deps;
  const { content, stopFollowing } = openContent({
    ...{ portal, log, hasCdn, maxWaitSeconds: 1 },
    database: settings.CMS_DATABASE,
  });
  following.push(stopFollowing);
  await eventually(async () => {
    await content.remember('a', ['cdn_articles'], async () => 1);
    expect(content.fresh('a')).toBe(1);
  });
}

it('nothing is asked without the setting', async () => {
  expect(readSettings({ ...process.env, CDN_PURGE_URL: '' }).CDN_PURGE_URL).toBeUndefined();
  await expect(deps.jobs.runDue('cdn-purge')).rejects.toThrow('There is no job');
  await site({ hasCdn: false });
  await change('cdn_articles');
  await change('cdn_faqs');
  expect(await wanted()).toEqual([]);
});

it('a process that begins to hear of changes may have missed some, so all pages are to be forgotten', async () => {
  await site();
  await eventually(async () => expect(await wanted()).toEqual(['pages-of-all']));
});

it('a change is asked for once, however many processes hear of it, and none is of what editors have not published', async () => {
  await site();
  await site();
  await eventually(async () => expect(await wanted()).toEqual(['pages-of-all']));
  await empty(deps, 'cdn_purges');
  for (const collection of ['_cdn_articles_versions', 'payload-cdn-locks', 'cdn_articles'])
    await change(collection);
  await eventually(async () => {
    // Each of the two asks for all pages when it begins, the second one perhaps only now.
    await rows().deleteOne({ _id: 'pages-of-all' });
    expect(await wanted()).toEqual(['cdn_articles']);
  });
  const workers = [worker(), worker()];
  await Promise.all(workers.map((each) => each.runDue('cdn-purge')));
  expect(asked.map(({ tags }) => tags)).toEqual([['cdn_articles']]);
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer a-secret',
    'content-type': 'application/json',
  });
  expect(await wanted()).toEqual([]);
});

it('a CDN that refuses or is away is asked again later', async () => {
  await wantPurge(deps.portal, 'articles');
  answer = async () => 503;
  expect(await worker().runDue('cdn-purge')).toBe(0);
  expect(await worker().runDue('cdn-purge')).toBe(0);
  expect(asked).toHaveLength(1);
  expect((await rows().findOne())?.due_at.getTime()).toBeGreaterThan(Date.now());
  answer = async () => 200;
  await makeDue();
  expect(await worker().runDue('cdn-purge')).toBe(1);
  expect(asked.map(({ tags }) => tags)).toEqual([['articles'], ['articles']]);
  expect(await wanted()).toEqual([]);
});

it('what waits is asked for in one request, all pages in place of any others', async () => {
  await wantPurge(deps.portal, 'articles');
  await wantPurge(deps.portal, 'faqs');
  await worker().runDue('cdn-purge');
  await wantPurge(deps.portal, 'articles');
  await wantPurge(deps.portal);
  await worker().runDue('cdn-purge');
  expect(asked.map(({ tags }) => tags.toSorted())).toEqual([['articles', 'faqs'], ['pages-of-all']]);
});

it('what changes again while the CDN is asked is asked for again', async () => {
  await wantPurge(deps.portal, 'articles');
  answer = async () => {
    if (asked.length === 1) await wantPurge(deps.portal, 'articles');
    return 200;
  };
  await worker().runDue('cdn-purge');
  expect(asked).toHaveLength(2);
  expect(await wanted()).toEqual([]);
});
