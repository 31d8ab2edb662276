import { easternInput } from '@claimdesk/forms/eastern-time';
import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabases, goodArticle, goodHome, openCms, sendAs, signInPerson } from '../testing.ts';
import type { Entry } from './calendar.ts';

let cms: Payload;
let publisher: { id: string; cookie: string };
let stranger: { id: string; cookie: string };
beforeAll(async () => {
  cms = await openCms();
  publisher = await signInPerson(cms, 'publisher');
  stranger = { id: '', cookie: '' };
});
afterAll(() => emptyDatabases(cms));

async function send(who: { cookie: string }, ...request: [string, string, object?]) {
  const { entries = [], ...rest } = await sendAs(cms, who.cookie, request);
  return { ...rest, entries: entries as Entry[] };
}

async function draft(over: object = {}): Promise<string> {
  return (await cms.create({ collection: 'articles', draft: true, data: goodArticle(over) })).id;
}

const soon = () => easternInput(Date.now() + 3 * 3_600_000);
const jobs = () => cms.count({ collection: 'payload-jobs' });

describe('the calendar refuses', () => {
  it('strangers, who neither read nor write it', async () => {
    const id = await draft();
    expect((await send(stranger, 'GET', '/articles/calendar')).status).toBe(401);
    const add = await send(stranger, 'POST', `/articles/${id}/calendar`, { type: 'publish', at: soon() });
    expect(add.status).toBe(403);
    expect((await send(stranger, 'DELETE', `/articles/${id}/calendar/1`)).status).toBe(403);
  });

  it.each([
    [{ type: 'publish' }],
    [{ type: 'publish', at: 'tomorrow' }],
    [{ type: 'publish', at: '2099-02-30T09:00' }],
    [{ type: 'erase', at: '2099-01-01T09:00' }],
    [{ type: 'publish', at: '2099-01-01T09:00', user: 'x' }],
  ])('what is no change at a time: %j', async (data) => {
    const { status, error } = await send(publisher, 'POST', `/articles/${await draft()}/calendar`, data);
    expect([status, error]).toEqual([400, 'Choose a date and a time, such as Nov 21, 2026, 3:04 PM.']);
  });

  it('a time that has passed', async () => {
    const path = `/articles/${await draft()}/calendar`;
    const { error } = await send(publisher, 'POST', path, { type: 'publish', at: '2024-01-01T09:00' });
    expect(error).toBe('Jan 1, 2024, 9:00 AM ET has passed. Choose a later time.');
  });

  it('what publishing would refuse, with the same findings, and changes nothing by asking', async () => {
    const id = await draft({ description: 'Call {{fone}}.' });
    const before = (await jobs()).totalDocs;
    const data = { type: 'publish', at: soon() };
    const { status, error } = await send(publisher, 'POST', `/articles/${id}/calendar`, data);
    expect(status).toBe(400);
    expect(error).toMatch(/^This cannot be scheduled yet\. .*Short description: \{\{fone\}\} is not known\./);
    expect((await jobs()).totalDocs).toBe(before);
    const stored = await cms.findByID({ collection: 'articles', id, draft: true });
    expect([stored._status, stored.revision]).toEqual(['draft', 1]);
  });

  it('to take back a page that the site itself leads to', async () => {
    const { id } = await cms.create({ collection: 'pages', data: goodHome({ _status: 'published' }) });
    const data = { type: 'unpublish', at: soon() };
    const { error } = await send(publisher, 'POST', `/pages/${id}/calendar`, data);
    expect(error).toContain('so it stays public');
  });
});

describe('the calendar takes', () => {
  it('any minute in Eastern time, names who scheduled it, and lets it be cancelled', async () => {
    const id = await draft();
    const added = await send(publisher, 'POST', `/articles/${id}/calendar`, {
      type: 'publish',
      at: '2099-07-01T09:07',
    });
    expect([added.status, added.error]).toEqual([200, undefined]);
    expect(added.entries).toMatchObject([
      { document: id, type: 'publish', at: '2099-07-01T13:07:00.000Z', by: 'Robin Example' },
    ]);
    expect((await send(publisher, 'GET', '/articles/calendar')).entries).toHaveLength(1);
    const [entry] = added.entries;
    const cancelled = await send(publisher, 'DELETE', `/articles/${id}/calendar/${entry?.id}`);
    expect([cancelled.status, cancelled.entries]).toEqual([200, []]);
  });

  it('what it then publishes at its time; what fails stays with its reason until it is scheduled anew', async () => {
    const id = await draft();
    const path = `/articles/${id}/calendar`;
    await send(publisher, 'POST', path, { type: 'publish', at: soon() });
    await cms.update({ collection: 'articles', id, draft: true, data: { description: '{{fone}}' } });
    await cms.db.connection
      .collection('payload-jobs')
      .updateMany({}, { $set: { waitUntil: new Date(Date.now() - 1_000) } });
    await cms.jobs.run({ silent: true });
    const { entries } = await send(publisher, 'GET', `/articles/calendar?document=${id}`);
    expect(entries[0]?.failure).toContain('Short description: {{fone}} is not known.');
    await cms.update({ collection: 'articles', id, draft: true, data: { description: 'Better.' } });
    const again = await send(publisher, 'POST', path, { type: 'publish', at: soon() });
    expect(again.entries).toHaveLength(1);
    expect(again.entries[0]?.failure).toBeUndefined();
  });
});
