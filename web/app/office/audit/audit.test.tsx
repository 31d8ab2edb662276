import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Audit from './audit.tsx';

type Loaded = React.ComponentProps<typeof Audit>['loaderData'];
type List = Outputs['audit']['list'];
type Row = List['rows'][number];

const id = '0123456789abcdef01234567';
const row: Row = {
  id: 17,
  at: '2026-07-01T12:00:00.000Z',
  who: 'Robin Example',
  action: 'evaluations.decide',
  call: 'evaluations.decide',
  words: 'Decided',
  area: 'Case evaluations',
  refused: null,
  subject: id,
  page: `/admin/case-evaluations/${id}`,
  client: null,
  fields: [],
  details: { decision: 'rejected' },
};

interface Shown extends Partial<Loaded> {
  rows?: Row[];
  next?: number | null;
  list?: List | null;
}

function html({ rows = [], next = null, list = { rows, next }, ...more }: Shown) {
  const loaded: Partial<Loaded> = { filter: {}, cursor: null, problem: '', ...more };
  const answers = { 'audit.staff': [{ id: 's1', name: 'Robin Example' }], 'audit.list': list };
  return renderOffice(Audit, '/admin/audit', { loaded, answers });
}

/** @returns what an entry says, cell by cell. */
const cells = (more: Partial<Row> = {}) =>
  [...html({ rows: [{ ...row, ...more }] }).matchAll(/<td data-label="(\w+)">(.*?)<\/td>/g)].map(
    ([, label, cell = '']) =>
      `${label}: ${cell
        .replace(/<[^>]*>/g, ' ')
        .replace(/ +/g, ' ')
        .trim()}`,
  );

describe('the list of entries', () => {
  test('that cannot be read says so, unless its filter is what is wrong', () => {
    expect(html({ list: null })).toContain('Failed to load the audit log');
    const problem = 'Enter each day as a date.';
    expect(html({ list: null, problem })).toContain(problem);
    expect(html({ list: null, problem })).not.toContain('Failed to load the audit log');
  });

  test('says so when nothing matches, and keeps what was chosen', () => {
    const markup = html({ filter: { what: 'decisions', from: '2026-01-01' } });
    expect(markup).toContain('No entries match.');
    expect(markup).toContain('<option value="decisions" selected="">Decisions</option>');
    expect(markup).toMatch(/name="from" value="2026-01-01"/);
    expect(markup).toContain('>Show everything</a>');
    expect(html({})).not.toContain('>Show everything</a>');
  });

  test('goes on with what was chosen, and leads back to its beginning', () => {
    const filter = { what: 'looks', record: id };
    const markup = html({ filter, cursor: '17', rows: [row], next: 5 });
    expect(markup).toContain(`href="/admin/audit?what=looks&amp;record=${id}&amp;cursor=5">Older entries`);
    expect(markup).toContain(`<a href="/admin/audit?what=looks&amp;record=${id}">Back to the newest</a>`);
    expect(markup).toContain(`type="hidden" name="record" value="${id}"`);
  });
});

describe('an entry', () => {
  test('says who did what, where and about which record', () => {
    expect(cells()).toEqual([
      'Who: Robin Example',
      'What: Decided Decision: rejected',
      'Where: Case evaluations',
      'Record: Open All entries about the record of entry 17',
    ]);
    expect(html({ rows: [row] })).toContain(`href="/admin/case-evaluations/${id}"`);
  });

  test.each<[string, Partial<Row>]>([
    ['What: Refused: Decided There was no such record. Decision: rejected', { refused: 'not-found' }],
    ['What: Failed: Decided There was an error on our side. Decision: rejected', { refused: 'internal' }],
    [
      'What: Refused Decided. It was over a limit',
      { action: 'calls.refused', refused: 'too-many', details: {} },
    ],
  ])('says of a call that was not done why: %s', (words, more) => {
    expect(cells(more)).toContain(words);
  });

  test('names the fields that a change was about', () => {
    expect(cells({ details: {}, fields: ['First name', 'Two-step login'] })).toContain(
      'What: Decided Fields: First name, Two-step login',
    );
  });

  test('of a client leads to the client, whom the end of the id tells apart from others', () => {
    const client = '4a1d6c3e-0000-4000-8000-0123456789ab';
    const more = {
      who: 'A client',
      call: 'profile.add',
      action: 'profile.add',
      words: 'Asked to add an entry',
      client,
      details: {},
    };
    expect(cells(more)).toContain('Who: A client 6789ab');
    expect(html({ rows: [{ ...row, ...more }] })).toContain(`href="/admin/client/${client}"`);
  });

  test('about nothing leads nowhere', () => {
    expect(cells({ subject: null, page: null })).toContain('Record: ');
  });

  test('of a procedure without words has its name', () => {
    const call = 'evaluations.unheardOf';
    expect(cells({ call, action: call, words: null, details: {} })).toContain('What: evaluations.unheardOf');
  });
});
