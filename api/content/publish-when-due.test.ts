import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { goodArticle } from '../../cms/testing.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { publishDue } from './publish-when-due.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.delete({ collection: 'articles', where: {} });
  await jobs().deleteMany({});
});
afterAll(() => deps.close());

const jobs = () => deps.portal.useDb(deps.settings.CMS_DATABASE).collection('payload-jobs');
const minute = 60_000;

async function draft(slug: string, over: object = {}): Promise<string> {
  const data = goodArticle({ title: slug, slug, ...over });
  return (await deps.payload.create({ collection: 'articles', draft: true, data })).id;
}

async function schedule(id: string, type: 'publish' | 'unpublish', inMs: number): Promise<string> {
  const user = await publisher();
  const doc = { relationTo: 'articles' as const, value: id };
  const job = await deps.payload.jobs.queue({
    task: 'schedulePublish',
    input: { type, doc, user: { relationTo: 'users', value: user } },
    waitUntil: new Date(Date.now() + inMs),
  });
  return String(job.id);
}

async function publisher(): Promise<string> {
  const email = `${Date.now()}-${Math.random()}@example.org`;
  const data = { email, name: 'P', role: 'publisher', password: 'a-long-password-1' } as const;
  return (await deps.payload.create({ collection: 'users', data })).id;
}

const slugs = async () => (await visitor(deps).call.content.articles()).map(({ slug }) => slug);
const look = () => publishDue(deps);

describe('scheduled publishing', () => {
  it('publishes nothing before its time', async () => {
    await schedule(await draft('tomorrow'), 'publish', 24 * 60 * minute);
    await look();
    expect(await slugs()).not.toContain('tomorrow');
    expect(await jobs().countDocuments({})).toBe(1);
  });

  it('publishes what is due, takes back what is due, and the site shows both at once', async () => {
    const id = await draft('due');
    await schedule(id, 'publish', -minute);
    await look();
    await vi.waitFor(async () => expect(await slugs()).toContain('due'));
    await schedule(id, 'unpublish', -minute);
    await look();
    await vi.waitFor(async () => expect(await slugs()).not.toContain('due'));
  });

  it('leaves a receipt of both, with the name of whoever scheduled it', async () => {
    const id = await draft('with-receipts');
    await schedule(id, 'publish', -minute);
    await look();
    await schedule(id, 'unpublish', -minute);
    await look();
    const { docs } = await deps.payload.find({
      collection: 'receipts',
      where: { document: { equals: id } },
      sort: 'at',
    });
    expect(docs.map(({ kind, by }) => [kind, by])).toEqual([
      ['published', 'P'],
      ['takenBack', 'P'],
    ]);
  });

  it('publishes once when several processes look at the same time', async () => {
    const id = await draft('together');
    await schedule(id, 'publish', -minute);
    await Promise.all([look(), look(), look()]);
    await look();
    await vi.waitFor(async () => expect(await slugs()).toContain('together'));
    expect(await jobs().countDocuments({ 'input.doc.value': id })).toBe(0);
  });

  it('goes on with what a killed process had begun', async () => {
    const id = await draft('abandoned');
    await schedule(id, 'publish', -minute);
    const long = new Date(Date.now() - 10 * minute);
    await jobs().updateOne({ 'input.doc.value': id }, { $set: { processing: true, updatedAt: long } });
    await look();
    await vi.waitFor(async () => expect(await slugs()).toContain('abandoned'));
  });

  it('leaves alone what another process is doing now', async () => {
    const id = await draft('busy');
    await schedule(id, 'publish', -minute);
    await jobs().updateOne({ 'input.doc.value': id }, { $set: { processing: true, updatedAt: new Date() } });
    await look();
    expect(await slugs()).not.toContain('busy');
  });

  it('holds it to the publishing checks, tries five times, says so, and keeps it as a draft', async () => {
    const lines: string[] = [];
    const log = { ...deps.log, warn: (event: string) => void lines.push(event) };
    const id = await draft('faulty', { description: '{{nonsense}}' });
    await schedule(id, 'publish', -minute);
    for (let round = 0; round < 7; round += 1) await publishDue({ ...deps, log });
    expect(lines).toEqual(Array(5).fill('scheduled change not published'));
    expect(await slugs()).not.toContain('faulty');
  });

  it('publishes on a later try what was mended', async () => {
    const id = await draft('mended', { description: '{{nonsense}}' });
    await schedule(id, 'publish', -minute);
    await look();
    await deps.payload.update({
      collection: 'articles',
      id,
      draft: true,
      data: { description: 'Mended.' },
    });
    await look();
    await vi.waitFor(async () => expect(await slugs()).toContain('mended'));
  });
});
