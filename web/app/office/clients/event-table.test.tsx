import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { EventTable } from './event-table.tsx';

type Event = Outputs['clients']['timeline']['events'][number];

const event: Event = {
  id: '0123456789abcdef01234567',
  kind: 'document',
  name: 'document-removed',
  who: { staff: 'Robin Example' },
  at: '2026-07-01T12:00:00.000Z',
  text: 'Filing of April. Uploaded for the wrong client',
  record: null,
};

function html(events: Event[]): string {
  const Page = createRoutesStub([{ path: '*', Component: () => <EventTable events={events} /> }]);
  return renderToStaticMarkup(<Page />);
}

test('an event says what happened, who did it, when, and more', () => {
  const markup = html([event]);
  for (const words of ['Document deleted', 'Robin Example', '7/1/2026, 8:00 AM', event.text ?? ''])
    expect(markup).toContain(words);
});

test('what happened in a matter is said by its kind, with what it says, and leads to the matter', () => {
  const said = { kind: 'decision', day: '2026-01-05', level: 'initial', outcome: 'unfavorable' } as const;
  const record = { kind: 'matter', id: 'M-26-0412', reference: 'M-26-0412' } as const;
  const of = (happened: Event['happened']) =>
    html([{ ...event, kind: 'matter', name: 'matter-event', text: null, record, happened }]);
  const markup = of({ kind: 'decision', facts: said });
  for (const words of ['Decision', '/admin/matters/M-26-0412', 'January 5, 2026. Initial claim: denied'])
    expect(markup).toContain(words);
  const correction = { kind: 'correction', day: '2026-01-06', corrects: 'e1' } as const;
  expect(of({ kind: 'correction', facts: { ...correction, facts: null } })).toContain('Removed');
  expect(of({ kind: 'correction', facts: { ...correction, facts: said } })).toContain(
    'Decision, January 5, 2026',
  );
  expect(of({ kind: 'note', facts: null })).toContain('Note');
});

describe('the record that an event is about', () => {
  const record = { kind: 'call-request', id: 'c'.repeat(24), reference: 'K7QH-M9XC' } as const;
  const link = `<a href="/admin/call-requests/${record.id}" data-discover="true">Call request K7QH-M9XC</a>`;

  test.each([
    [null, `${link}</td>`],
    ['In the morning', `${link}: In the morning</td>`],
  ])('is linked, before what else there is to say: %j', (text, more) => {
    expect(html([{ ...event, name: 'call-asked', kind: 'call', text, record }])).toContain(more);
  });
});
