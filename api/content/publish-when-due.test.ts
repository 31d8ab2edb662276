import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { readEmails } from '#api/platform/email/fixtures/read-emails.ts';
import { goodArticle } from '../../cms/testing.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import { emptyTrash, publishDue } from './publish-when-due.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  deps.jobs.start('mail', 'staff-notices');
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
const publish = () => publishDue(deps);

describe('scheduled publishing', () => {
  it('publishes nothing before its time', async () => {
    await schedule(await draft('tomorrow'), 'publish', 24 * 60 * minute);
    await publish();
    expect(await slugs()).not.toContain('tomorrow');
    expect(await jobs().countDocuments({})).toBe(1);
  });

  it('publishes and unpublishes what is due, and the site shows both at once', async () => {
    const id = await draft('due');
    await schedule(id, 'publish', -minute);
    await publish();
    await eventually(async () => expect(await slugs()).toContain('due'));
    await schedule(id, 'unpublish', -minute);
    await publish();
    await eventually(async () => expect(await slugs()).not.toContain('due'));
  });

  it('records a receipt for both, with the name of the editor who scheduled it', async () => {
    const id = await draft('with-receipts');
    await schedule(id, 'publish', -minute);
    await publish();
    await schedule(id, 'unpublish', -minute);
    await publish();
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

  it('publishes once when several processes poll at the same time', async () => {
    const id = await draft('together');
    await schedule(id, 'publish', -minute);
    await Promise.all([publish(), publish(), publish()]);
    await publish();
    await eventually(async () => expect(await slugs()).toContain('together'));
    expect(await jobs().countDocuments({ 'input.doc.value': id })).toBe(0);
  });

  it('finishes what a killed process had begun', async () => {
    const id = await draft('abandoned');
    await schedule(id, 'publish', -minute);
    const long = new Date(Date.now() - 10 * minute);
    await jobs().updateOne({ 'input.doc.value': id }, { $set: { processing: true, updatedAt: long } });
    await publish();
    await eventually(async () => expect(await slugs()).toContain('abandoned'));
  });

  it('leaves alone what another process is currently publishing', async () => {
    const id = await draft('busy');
    await schedule(id, 'publish', -minute);
    await jobs().updateOne({ 'input.doc.value': id }, { $set: { processing: true, updatedAt: new Date() } });
    await publish();
    expect(await slugs()).not.toContain('busy');
  });

  it('applies the publish checks, tries five times, keeps it as a draft and emails the reason once', async () => {
    const lines: string[] = [];
    const log = { ...deps.log, warn: (event: string) => void lines.push(event) };
    const id = await draft('faulty', { description: '{{nonsense}}' });
    await schedule(id, 'publish', -minute);
    for (let round = 0; round < 7; round += 1) await publishDue({ ...deps, log });
    expect(lines).toEqual(Array(5).fill('scheduled change not published'));
    expect(await slugs()).not.toContain('faulty');
    const failure = { kind: 'scheduled-change-failed' };
    expect(await deps.portal.collection('outbox').countDocuments(failure)).toBe(1);
    const mail = await eventually(async () => {
      const messages = await readEmails(deps.settings.DATA_DIR);
      const found = messages.find(({ subject }) => subject === 'Not published as scheduled: faulty');
      if (!found) throw new Error('The mail is not there yet.');
      return found;
    });
    expect(mail.to?.[0]?.address).toContain('@example.org');
    expect(mail.text).toContain('Short description: {{nonsense}} is not known.');
    expect(mail.text).toContain(`/cms/collections/articles/${id}`);
  });

  it('publishes on a later attempt what was fixed', async () => {
    const id = await draft('mended', { description: '{{nonsense}}' });
    await schedule(id, 'publish', -minute);
    await publish();
    await deps.payload.update({
      collection: 'articles',
      id,
      draft: true,
      data: { description: 'Mended.' },
    });
    await publish();
    await eventually(async () => expect(await slugs()).toContain('mended'));
  });
});

describe('the trash', () => {
  it('is emptied of what has been in it for 30 days, and of nothing else', async () => {
    const [old, recent, kept] = [await draft('old'), await draft('recent'), await draft('kept')];
    const day = 24 * 60 * minute;
    const trash = (id: string, days: number) =>
      deps.payload.update({
        collection: 'articles',
        id,
        data: { deletedAt: new Date(Date.now() - days * day).toISOString() },
      });
    await trash(old, 31);
    await trash(recent, 29);
    await emptyTrash(deps.payload, new Date());
    const { docs } = await deps.payload.find({
      collection: 'articles',
      where: { id: { in: [old, recent, kept] } },
      trash: true,
      sort: 'slug',
    });
    expect(docs.map(({ id }) => id)).toEqual([kept, recent]);
  });
});
