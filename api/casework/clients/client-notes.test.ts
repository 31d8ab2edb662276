import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  refusal,
  ssnOf,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { clientNotesCollection } from './client-notes.ts';

const text = 'Canary asked for the hearing office.\nCall back on Monday.';

let deps: Deps;
let robin: Visitor;
let colleague: Visitor;
let reader: Visitor;
let id: string;
let other: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  colleague = await staffMember(deps, 'admin', 'Kim');
  reader = await staffMember(deps, 'read_only', 'Sam');
  id = await addClient(deps, { ssn: ssnOf(1) });
  other = await addClient(deps, { ssn: ssnOf(2) });
});
beforeEach(() => empty(deps, clientNotesCollection.name));
afterAll(() => deps.close());

const add = (
  who = robin,
  more: { id?: string; key?: string; text?: string; corrects?: string; tell?: string } = {},
) => who.call.clients.addNote({ id, key: randomUUID(), text, ...more });
const list = (who = robin) => who.call.clients.notes({ id });
const rows = () => clientNotesCollection.model(deps.portal).find().lean();
/** Backdates every note by this much. */
const age = (minutes: number) =>
  clientNotesCollection
    .model(deps.portal)
    .updateMany({}, { $set: { at: new Date(Date.now() - minutes * 60_000) } });

/** @returns the id of the only note. */
async function onlyNote(): Promise<string> {
  const [row] = await rows();
  return String(row?._id);
}

describe('a note about a client', () => {
  it('is read and written by no visitor and no client', async () => {
    await add();
    const note = await onlyNote();
    const client = await clientSession(id, deps);
    for (const { call } of [visitor(deps), client]) {
      const calls = [
        call.clients.notes({ id }),
        call.clients.note({ id, note }),
        call.clients.addNote({ id, key: randomUUID(), text }),
        call.clients.editNote({ id, note, key: randomUUID(), text: 'Changed' }),
      ];
      expect(await codes(calls)).toEqual({ 'signed-out': 4 });
    }
    expect(await rows()).toHaveLength(1);
  });

  it('is read and not written by a role that may only look', async () => {
    await add();
    const note = await onlyNote();
    expect((await refusal(add(reader)))?.code).toBe('forbidden');
    const change = { id, note, key: randomUUID(), text: 'Changed' };
    expect((await refusal(reader.call.clients.editNote(change)))?.code).toBe('forbidden');
    expect((await list(reader)).rows).toMatchObject([{ text, mayEdit: false }]);
  });

  it('is refused when it is empty, too long or no text, and for nobody’s id', async () => {
    for (const wrong of ['', '  \n ', 'x'.repeat(4_001), 'bell\u0007', 'nul\u0000', '\ud800'])
      expect((await refusal(add(robin, { text: wrong })))?.code).toBe('bad-input');
    for (const wrong of ['', 'x', '0'.repeat(24)])
      expect((await refusal(add(robin, { id: wrong })))?.code).toBe('bad-input');
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await refusal(add(robin, { id: nobody })))?.code).toBe('not-found');
    await add(robin, { text: '🙂'.repeat(4_000) });
    expect(await rows()).toHaveLength(1);
  });

  it('of one client is neither read, changed nor corrected under the id of another', async () => {
    await add();
    const note = await onlyNote();
    const key = randomUUID();
    const calls = [
      robin.call.clients.note({ id: other, note }),
      robin.call.clients.editNote({ id: other, note, key, text: 'Changed' }),
      robin.call.clients.addNote({ id: other, corrects: note, key, text }),
    ];
    expect(await codes(calls)).toEqual({ 'not-found': 3 });
    expect((await robin.call.clients.notes({ id: other })).rows).toEqual([]);
    expect((await list()).rows).toMatchObject([{ text }]);
  });

  it('says what was written, by whom and when, and nothing of it is stored or logged in plain text', async () => {
    await emptyAuditLog(deps);
    await add();
    const { rows: shown, next } = await list(colleague);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(shown).toMatchObject([{ text, who: 'Robin', at, editedAt: null, corrects: null, mayEdit: false }]);
    expect(next).toBeNull();
    const entries = await deps.audit.entries.find().sort({ _id: 1 }).toArray();
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['clients.addNote', id],
      ['clients.notes', id],
    ]);
    expect(JSON.stringify([await rows(), entries])).not.toMatch(/Canary|hearing|Monday/);
    const event = await deps.portal.collection('events').findOne({ kind: 'note' }, { sort: { _id: -1 } });
    expect(event).not.toHaveProperty('title');
    expect(event).not.toHaveProperty('reason');
  });

  it('that is changed names the field on record, and not where the change is refused or changes nothing', async () => {
    await emptyAuditLog(deps);
    await add();
    const note = await onlyNote();
    const change = (who: Visitor, changed: string) =>
      refusal(who.call.clients.editNote({ id, note, key: randomUUID(), text: changed }));
    await change(colleague, 'Canary of a colleague');
    await change(robin, text);
    await change(robin, 'Canary anew');
    const changed = await deps.audit.entries.find({ action: 'clients.noteChanged' }).toArray();
    expect(changed).toMatchObject([{ subject: id, fields: ['text'], details: { note } }]);
    expect(JSON.stringify(changed)).not.toContain('Canary');
  });

  it('is changed by its author for 15 minutes, and says so; by nobody else and not later', async () => {
    await add();
    const note = await onlyNote();
    const change = (who: Visitor, changed: string) =>
      refusal(who.call.clients.editNote({ id, note, key: randomUUID(), text: changed }));
    expect((await change(colleague, 'By a colleague'))?.code).toBe('conflict');
    await age(14.9);
    expect((await list()).rows).toMatchObject([{ mayEdit: true }]);
    expect(await change(robin, 'In time')).toBeUndefined();
    expect((await list()).rows).toMatchObject([{ text: 'In time', editedAt: expect.any(String) }]);
    await age(15.1);
    expect((await list()).rows).toMatchObject([{ mayEdit: false }]);
    expect((await change(robin, 'Too late'))?.message).toContain('Add a correction instead');
    expect((await list()).rows).toMatchObject([{ text: 'In time' }]);
  });

  it('is corrected by another note, which says which one, and stays', async () => {
    await add();
    const note = await onlyNote();
    await age(60);
    await add(colleague, { text: 'It was Tuesday.', corrects: note });
    const [correction, original] = (await list()).rows;
    expect(correction).toMatchObject({ text: 'It was Tuesday.', who: 'Kim', corrects: { id: note } });
    expect(correction?.corrects?.at).toBe(original?.at);
    expect(original).toMatchObject({ id: note, text, editedAt: null });
  });

  it('is stored once when its form is sent five times at once, and says what was typed last', async () => {
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => add(robin, { key })));
    expect((await list()).rows).toMatchObject([{ text, editedAt: null, key }]);
    await add(robin, { key, text: 'With one more word' });
    expect((await list()).rows).toMatchObject([{ text: 'With one more word' }]);
    expect((await refusal(add(robin, { key, id: other })))?.code).toBe('conflict');
    await add(colleague, { key });
    expect(await rows()).toHaveLength(2);
  });

  it('that can no longer be decrypted reads so, beside the others', async () => {
    await add();
    await clientNotesCollection.model(deps.portal).updateMany({}, { text: 'v2.gone.x.x.x' });
    await add();
    expect((await list()).rows.map((row) => row.text)).toEqual([text, 'unreadable']);
  });

  it('is listed newest first, 20 at a time, each once, and by an index', async () => {
    const moments = Array.from({ length: 45 }, (_, at) => new Date(1_000 * Math.floor(at / 4)));
    const row = { client_id: id, author: 'gone', text: 'x', corrects: null, edited_at: null };
    await clientNotesCollection
      .model(deps.portal)
      .insertMany(moments.map((at) => ({ ...row, key: randomUUID(), at })));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await robin.call.clients.notes({ id, cursor });
      seen.push(...page.rows.map((each) => each.id));
      cursor = page.next;
      if (cursor) expect(page.rows).toHaveLength(20);
      await add();
    }
    expect(new Set(seen).size).toBe(45);
    const plan = await clientNotesCollection
      .model(deps.portal)
      .find({ client_id: id })
      .sort({ at: -1, _id: -1 })
      .limit(21)
      .explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 21 } });
    for (const cursor of ['x', '{"$gt":1}', `1-${id}`])
      expect((await refusal(robin.call.clients.notes({ id, cursor })))?.code).toBe('bad-input');
  });
});

describe('somebody who is mentioned in a note', () => {
  const duties = () => dutiesCollection.model(deps.portal).find({ rule: 'task/by-hand' }).lean();
  beforeEach(() => empty(deps, 'matters', 'duties', 'events'));
  let kimId: string;
  let kim: Visitor;
  beforeAll(async () => {
    kimId = await addStaff(deps, 'reviewer', 'Kim Other');
    kim = await staffSession(kimId, deps);
  });

  it('is nobody who cannot work on it, and no note is stored then', async () => {
    for (const tell of ['nobody', await addStaff(deps, 'read_only')])
      expect(await refusal(add(robin, { tell }))).toMatchObject({
        code: 'bad-input',
        fields: { tell: expect.any(String) },
      });
    expect(await rows()).toEqual([]);
    expect(await duties()).toEqual([]);
  });

  it('has it on Today, of the client’s matter, until it is done', async () => {
    await add(robin, { tell: kimId });
    const today = async (who: Visitor) => JSON.stringify(await who.call.matters.today({ scope: 'mine' }));
    expect(await today(kim)).toContain('Mentioned in a note');
    expect(await today(robin)).not.toContain('Mentioned in a note');
    const [duty] = await duties();
    expect(duty).toMatchObject({ owner: kimId, state: 'open', hard: false });
    await kim.call.matters.finish({
      ...{ id: duty?.matter ?? '', duty: duty?._id ?? '', state: 'done', what: 'Read it', on: '' },
      key: randomUUID(),
    });
    expect(await today(kim)).not.toContain('Mentioned in a note');
  });

  it('is told once, however often the form is sent', async () => {
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => add(robin, { key, tell: kimId })));
    expect(await duties()).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  it('is named to no client', async () => {
    await add(robin, { tell: kimId });
    const client = await clientSession(id, deps);
    expect(JSON.stringify(await client.call.clients.activity({}))).not.toMatch(/mentioned|Kim/i);
  });
});
