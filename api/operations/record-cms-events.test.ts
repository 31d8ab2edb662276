import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, verifyAudit } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addPerson } from '../../cms/testing.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { recordCmsEvents } from './record-cms-events.ts';

let deps: Deps;
let admin: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  deps = await openDeps();
  admin = await addPerson(deps.payload, { role: 'admin' });
});
beforeEach(async () => {
  await deps.audit.entries.deleteMany({});
  await deps.payload.delete({ collection: 'audit-events', where: {} });
});
afterAll(() => deps.close());

const as = () => ({ user: admin, overrideAccess: false }) as const;

/** @returns the entries that the CMS caused, without what differs from run to run. */
async function recorded(): Promise<Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'fields'>[]> {
  await recordCmsEvents(deps);
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
    await Promise.all([recordCmsEvents(deps), recordCmsEvents(deps), recordCmsEvents(deps)]);
    const subjects = (await recorded()).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([...ids].sort());
    expect((await verifyAudit(deps.audit.entries)).faults).toEqual([]);
  });

  it('is written by another site when one has ended in between', async () => {
    const id = await question();
    await deps.payload.update({ collection: 'faq', id, data: { _status: 'published' }, ...as() });
    const gone = { ...deps, audit: { ...deps.audit, record: () => Promise.reject(new Error('ended')) } };
    await expect(recordCmsEvents(gone)).rejects.toThrow('ended');
    expect(await recorded()).toEqual([]);
    const events = deps.payload.db.connection.collection('audit-events');
    await events.updateMany({}, { $set: { takenUntil: new Date(0) } });
    expect(await recorded()).toEqual([{ actor: actor(), action: 'cms-faq.publish', subject: id }]);
  });
});
