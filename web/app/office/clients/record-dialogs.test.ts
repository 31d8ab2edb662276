import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { action as postDocument } from './document-dialog.tsx';
import { action as postLink } from './link-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const record = '0123456789abcdef01234567';
const reason = 'Uploaded for the wrong client';
const noReason = 'Give the reason, in at least 5 characters';

/** What a dialog posts. What it does needs a database; here it is noted, or refused as a test says. */
function visit(path: string, fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const note = (verb: string, answer?: unknown) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
    return answer;
  };
  const url = new URL(`https://office.test/admin/${path}`);
  const api = {
    staff: { requireForm: async () => {} },
    clients: {
      changeDocument: note('changeDocument'),
      markDocumentHandled: note('markDocumentHandled'),
      removeDocument: note('removeDocument'),
      decideLink: note('decideLink'),
    },
  };
  const site = { api, cookies: new CookieJar(undefined, false), posted: true };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { page: { request, url, context }, done };
}

const refusedWith = (errors: Record<string, string>) => ({ data: { errors }, init: { status: 400 } });

describe('the dialog of a document', () => {
  async function post(verb: 'change' | 'handled' | 'delete', fields: Record<string, string>) {
    const { page, done } = visit(`client/${id}/documents/${record}/${verb}`, fields);
    const params = { id, document: record };
    const pattern = '/admin/client/:id/documents/:document/change';
    return { answer: await postDocument({ ...page, params, pattern }), done };
  }

  test('deletes nothing without a reason', async () => {
    const { answer, done } = await post('delete', { reason: ' ' });
    expect(answer).toMatchObject(refusedWith({ reason: noReason }));
    expect(done).toEqual([]);
  });

  test('names every field that is missing for a change', async () => {
    const { answer, done } = await post('change', {});
    const errors = { title: 'Enter a title', type: 'Choose what it is', reason: noReason };
    expect(answer).toMatchObject(refusedWith(errors));
    expect(done).toEqual([]);
  });

  test.each([
    ['delete', ['removeDocument', { id, document: record, reason }]],
    ['change', ['changeDocument', { id, document: record, reason, title: 'Filing', type: 'other' }]],
    ['handled', ['markDocumentHandled', { id, document: record }]],
  ] as const)('does what its address says: %s', async (verb, call) => {
    const { done } = await post(verb, { title: ' Filing ', type: 'other', reason });
    expect(done).toEqual([call]);
  });

  test('asks for no reason to say that a locked document is handled', async () => {
    expect((await post('handled', {})).done).toHaveLength(1);
  });
});

describe('the dialog that says whose a record is', () => {
  async function post(path: string, fields: Record<string, string>, refusal?: Error) {
    const { page, done } = visit(`client/${id}/${path}`, fields, refusal);
    const params = path.startsWith('link-') ? { id } : { id, record };
    const pattern = '/admin/client/:id/link-contract';
    return { answer: await postLink({ ...page, params, pattern } as Parameters<typeof postLink>[0]), done };
  }

  test('asks for the reference and the reason', async () => {
    const { answer, done } = await post('link-contract', {});
    expect(answer).toMatchObject(
      refusedWith({ reference: 'Enter the reference of the contract', reason: noReason }),
    );
    expect(done).toEqual([]);
  });

  test('says at the reference that there is no such record', async () => {
    const refusal = new DomainError('not-found', 'There is no case evaluation with this reference.');
    const { answer } = await post('link-evaluation', { reference: 'K7QH', reason }, refusal);
    expect(answer).toMatchObject({
      data: { typed: { reference: 'K7QH', reason }, errors: { reference: refusal.message } },
      init: { status: 404 },
    });
  });

  test.each([
    ['link-evaluation', { kind: 'evaluation', reference: 'K7QH-M9XC', state: 'linked' }],
    [`evaluations/${record}/separate`, { kind: 'evaluation', record, state: 'separate' }],
    [`contracts/${record}/link`, { kind: 'contract', record, state: 'linked' }],
  ])('decides what its address says: %s', async (path, decided) => {
    const { done } = await post(path, { reference: ' K7QH-M9XC ', reason });
    expect(done).toEqual([['decideLink', { id, reason, ...decided }]]);
  });
});
