import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeJobs } from '#api/platform/jobs/jobs.ts';
import { addPerson, addPicture, goodArticle, sendAs, signInPerson } from '../../cms/testing.ts';
import { auditFaults, emptyAuditLog, openDeps } from '../../tests/setup/deps.ts';
import { recordCmsEvents } from './record-cms-events.ts';

let deps: Deps;
let admin: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  deps = await openDeps();
  admin = await addPerson(deps.payload, { role: 'admin' });
});
beforeEach(async () => {
  await emptyAuditLog(deps);
  await deps.payload.delete({ collection: 'audit-events', where: {} });
});
afterAll(() => deps.close());

const as = () => ({ user: admin, overrideAccess: false }) as const;

/** @returns the entries that the CMS caused, without what differs from run to run. */
async function recorded(): Promise<Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'fields'>[]> {
  await deps.jobs.runDue('cms-events');
  const found = await deps.audit.entries.find({}, { sort: { _id: 1 } }).toArray();
  return found.map(({ actor, action, subject, fields }) => ({
    actor,
    action,
    subject,
    ...(fields ? { fields } : {}),
  }));
}

async function question(): Promise<string> {
  const answer = {
    root: {
      type: 'root',
      version: 1,
      format: '' as const,
      indent: 0,
      direction: 'ltr' as const,
      children: [{ type: 'paragraph', version: 1, children: [{ type: 'text', version: 1, text: 'Yes.' }] }],
    },
  };
  const { id } = await deps.payload.create({
    collection: 'faq',
    data: { question: 'Is this on record?', answer, order: 1, _status: 'draft' } as never,
    draft: true,
    ...as(),
  });
  return id;
}

const actor = () => `editor:${admin.id}`;

describe('what editors do in the CMS', () => {
  it('is on record when it becomes public or leaves the site, and drafts are not', async () => {
    const id = await question();
    const save = (_status: 'draft' | 'published', text: string) =>
      deps.payload.update({
        collection: 'faq',
        id,
        data: { question: text, _status },
        draft: _status === 'draft',
        ...as(),
      });
    await save('draft', 'Is a draft on record?');
    expect(await recorded()).toEqual([]);
    await save('published', 'Is a publication on record?');
    await save('draft', 'Is the next draft on record?');
    expect(await recorded()).toEqual([{ actor: actor(), action: 'cms-faq.publish', subject: id }]);
    await deps.payload.update({ collection: 'faq', id, data: { _status: 'draft' }, ...as() });
    await deps.payload.delete({ collection: 'faq', id, ...as() });
    expect((await recorded()).slice(1)).toEqual([
      { actor: actor(), action: 'cms-faq.unpublish', subject: id },
      { actor: actor(), action: 'cms-faq.delete', subject: id },
    ]);
  });

  it('names the fields that changed, and never what was typed', async () => {
    const { id } = await deps.payload.create({
      collection: 'redirects',
      data: { from: '/old-address', to: '/contact' } as never,
      ...as(),
    });
    await deps.payload.update({
      collection: 'redirects',
      id,
      data: { to: '/attorney-directory' } as never,
      ...as(),
    });
    await deps.payload.update({
      collection: 'redirects',
      id,
      data: { to: '/attorney-directory' } as never,
      ...as(),
    });
    expect(await recorded()).toEqual([
      { actor: actor(), action: 'cms-redirects.create', subject: id },
      { actor: actor(), action: 'cms-redirects.change', subject: id, fields: ['to'] },
    ]);
  });

  it('is one entry for each publication, with the names of the fields that changed since the one before', async () => {
    const { id } = await deps.payload.create({
      collection: 'articles',
      data: goodArticle({ _status: 'published' }),
      ...as(),
    });
    const save = (data: object, draft = false) =>
      deps.payload.update({ collection: 'articles', id, data, draft, ...as() });
    await save({ description: 'Draft words.' }, true);
    await save({ description: 'Public words.', _status: 'published' });
    expect(await recorded()).toEqual([
      { actor: actor(), action: 'cms-articles.publish', subject: id },
      { actor: actor(), action: 'cms-articles.publish', subject: id, fields: ['description'] },
    ]);
  });

  it('is one entry for what moves to the trash, out of it, and is deleted for good', async () => {
    const id = await question();
    await deps.payload.update({ collection: 'faq', id, data: { _status: 'published' }, ...as() });
    const move = (deletedAt: string | null, trash = false) =>
      deps.payload.update({ collection: 'faq', id, data: { deletedAt } as never, trash, ...as() });
    await move(new Date().toISOString());
    await move(null, true);
    await move(new Date().toISOString());
    await deps.payload.delete({ collection: 'faq', id, trash: true, ...as() });
    expect((await recorded()).map(({ action, subject }) => [action, subject])).toEqual([
      ['cms-faq.publish', id],
      ['cms-faq.trash', id],
      ['cms-faq.untrash', id],
      ['cms-faq.trash', id],
      ['cms-faq.delete', id],
    ]);
  });

  it('is one entry for a restored version, and for a change that is scheduled, canceled or made at its time', async () => {
    const { payload } = deps;
    const { cookie, id: person } = await signInPerson(payload, 'admin');
    const data = goodArticle({ _status: 'published' });
    const { id } = await payload.create({ collection: 'articles', data });
    await payload.update({
      collection: 'articles',
      id,
      data: { description: 'Newer.', _status: 'published' },
    });
    const { docs } = await payload.findVersions({
      collection: 'articles',
      where: { parent: { equals: id } },
      sort: 'createdAt',
    });
    await recorded();
    await emptyAuditLog(deps);
    const send = (...request: [string, string, object?]) => sendAs(payload, cookie, request);
    expect((await send('POST', `/articles/versions/${docs[0]?.id}`)).status).toBe(200);
    const path = `/articles/${id}/calendar`;
    const scheduled = { type: 'unpublish', at: '2099-07-01T09:07' };
    const { entries } = (await send('POST', path, scheduled)) as unknown as { entries: { id: string }[] };
    await send('DELETE', `${path}/${entries[0]?.id}`);
    await send('POST', path, scheduled);
    await payload.db.connection
      .collection('payload-jobs')
      .updateMany({}, { $set: { waitUntil: new Date(Date.now() - 1_000) } });
    await payload.jobs.run({ silent: true });
    const by = { actor: `editor:${person}`, subject: id };
    expect(await recorded()).toEqual([
      { ...by, action: 'cms-articles.restore', fields: ['description'] },
      { ...by, action: 'cms-articles.schedule' },
      { ...by, action: 'cms-articles.unschedule' },
      { ...by, action: 'cms-articles.schedule' },
      { ...by, action: 'cms-articles.unpublish' },
    ]);
  });

  it('is one entry for each picture that is added, described anew and deleted', async () => {
    const { id } = await addPicture(deps.payload, 'A house');
    await deps.payload.update({ collection: 'media', id, data: { alt: 'A red house' }, ...as() });
    await deps.payload.delete({ collection: 'media', id, ...as() });
    expect(await recorded()).toEqual([
      { actor: actor(), action: 'cms-media.change', subject: id, fields: ['alt'] },
      { actor: actor(), action: 'cms-media.delete', subject: id },
    ]);
  });

  it('is one entry for a person’s new role or password, without the sign-in that confirms the old one', async () => {
    const { payload } = deps;
    const { cookie, id, password } = await signInPerson(payload, 'editor');
    await recorded();
    await emptyAuditLog(deps);
    const { revision } = await payload.findByID({ collection: 'users', id });
    const changed = { password: 'seven copper lanterns swim', currentPassword: password, revision };
    expect((await sendAs(payload, cookie, ['PATCH', `/users/${id}`, changed])).status).toBe(200);
    await payload.update({ collection: 'users', id, data: { role: 'publisher' }, ...as() });
    await payload.delete({ collection: 'users', id, ...as() });
    expect(await recorded()).toEqual([
      { actor: `editor:${id}`, action: 'cms-users.change', subject: id, fields: ['password'] },
      { actor: actor(), action: 'cms-users.change', subject: id, fields: ['role'] },
      { actor: actor(), action: 'cms-users.delete', subject: id },
    ]);
  });

  it('is on record where people are added and sign in', async () => {
    const email = 'new.person@example.org';
    const { id } = await deps.payload.create({
      collection: 'users',
      data: { email, role: 'editor', name: 'Robin Example', password: 'nine lantern kettle orchard' },
      ...as(),
    });
    await deps.payload.login({
      collection: 'users',
      data: { email, password: 'nine lantern kettle orchard' },
    });
    expect(await recorded()).toEqual([
      { actor: actor(), action: 'cms-users.create', subject: id },
      { actor: `editor:${id}`, action: 'cms-users.signIn', subject: null },
    ]);
  });

  it('is not on record without a person, such as what the seed writes', async () => {
    await deps.payload.create({ collection: 'redirects', data: { from: '/older', to: '/contact' } as never });
    expect(await recorded()).toEqual([]);
  });

  it('is not there when the change was rolled back', async () => {
    const id = await question();
    const publish = deps.payload.update({
      collection: 'faq',
      id,
      data: { question: '', _status: 'published' },
      ...as(),
    });
    await expect(publish).rejects.toThrow();
    expect(await recorded()).toEqual([]);
  });

  it('is written once by several sites at the same time, and the log stays whole', async () => {
    const ids = [await question(), await question(), await question()];
    for (const id of ids)
      await deps.payload.update({ collection: 'faq', id, data: { _status: 'published' }, ...as() });
    const sites = [1, 2, 3].map(() => makeJobs([recordCmsEvents(deps)], deps));
    await Promise.all(sites.map((site) => site.runDue('cms-events')));
    const subjects = (await recorded()).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([...ids].sort());
    expect(await auditFaults(deps)).toEqual([]);
  });

  it('is written by another site when one has ended in between', async () => {
    const id = await question();
    await deps.payload.update({ collection: 'faq', id, data: { _status: 'published' }, ...as() });
    const gone = { ...deps, audit: { ...deps.audit, record: () => Promise.reject(new Error('ended')) } };
    expect(await makeJobs([recordCmsEvents(gone)], deps).runDue('cms-events')).toBe(0);
    expect(await recorded()).toEqual([]);
    const events = deps.payload.db.connection.collection('audit-events');
    await events.updateMany({}, { $set: { takenUntil: new Date(0) } });
    expect(await recorded()).toEqual([{ actor: actor(), action: 'cms-faq.publish', subject: id }]);
  });
});
