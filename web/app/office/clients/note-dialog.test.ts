import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action } from './note-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const note = '0123456789abcdef01234567';
const key = 'a-key';

/** Posts a dialog of a note. Storing it needs a database; here it is noted, or refused as a test says. */
async function post(path: string, text: string, refusal?: Error) {
  const done: [string, unknown][] = [];
  const store = (verb: string) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
  };
  const clients = { addNote: store('addNote'), editNote: store('editNote') };
  const url = new URL(`https://office.test/admin/client/${id}/${path}`);
  const cookies = new CookieJar(undefined, false);
  const api = { staff: { requireForm: async () => {} }, clients };
  const context = new RouterContextProvider();
  context.set(siteContext, { api, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams({ key, text }) });
  const params = { id, note };
  const answer = await action({ request, url, context, params, pattern: '/admin/client/:id/add-note' });
  return { answer, done, cookies };
}

describe('a note is not saved', () => {
  test.each(['', ' \r\n\t ', '\u0000\u0007'])('with nothing in it: %j', async (text) => {
    const { answer, done } = await post('add-note', text);
    expect(answer).toMatchObject({ data: { errors: { text: 'Write the note' } }, init: { status: 400 } });
    expect(done).toEqual([]);
  });

  test('with more than 4,000 characters, and what was typed stays', async () => {
    const { answer, done } = await post('add-note', 'x'.repeat(4_001));
    expect(answer).toMatchObject({
      data: {
        typed: { key, text: 'x'.repeat(4_001) },
        errors: { text: 'Say it in 4,000 characters or fewer' },
      },
    });
    expect(done).toEqual([]);
  });

  test('where the server refuses it, and what was typed stays', async () => {
    const words = 'A note can be changed for 15 minutes.';
    const refusal = new DomainError('conflict', words);
    const { answer } = await post(`notes/${note}/edit`, 'Called from home.', refusal);
    expect(answer).toMatchObject({
      data: { typed: { text: 'Called from home.' }, errors: { '': words } },
      init: { status: 409 },
    });
  });
});

describe('a note', () => {
  test('keeps its line breaks, each as one character, and nothing that cannot be typed', async () => {
    const { done } = await post('add-note', ' Called from work.\r\n\tAsks for the hearing office.\u0000\n ');
    expect(done).toEqual([
      ['addNote', { id, key, text: 'Called from work.\n\tAsks for the hearing office.' }],
    ]);
  });

  test('has 4,000 characters as people count them', async () => {
    const { done } = await post('add-note', '👍'.repeat(4_000));
    expect(done).toHaveLength(1);
  });

  test.each([
    ['add-note', ['addNote', { id, key, text: 'A note' }], 'note-added'],
    [`notes/${note}/edit`, ['editNote', { id, note, key, text: 'A note' }], 'note-changed'],
    [`notes/${note}/correct`, ['addNote', { id, key, text: 'A note', corrects: note }], 'note-added'],
  ])('is added, changed or corrected by the address of its dialog: %s', async (path, call, notice) => {
    const { answer, done, cookies } = await post(path, 'A note');
    expect(done).toEqual([call]);
    expect((answer as Response).headers.get('location')).toBe(`/admin/client/${id}`);
    expect(takeNotice({ cookies })).toBe(notice);
  });
});
