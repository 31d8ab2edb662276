import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { Consents } from './consents.tsx';

type Client = Outputs['clients']['detail'];
type Consent = Client['consents'][number];

const consent: Consent = {
  id: '1',
  kind: 'text-messages',
  subject: 'p1',
  about: '(201) 555-0147',
  form: 'phone-number',
  granted: true,
  wording: 'You may text me at this number.',
  version: '1.0',
  at: '2026-03-03T04:59:00.000Z',
  from: { address: '203.0.113.9', browser: 'Firefox on Windows', userAgent: 'A browser/1.0' },
};
const phone: Client['entered']['phone-number'][number] = {
  id: 'p1',
  value: '(201) 555-0190',
  notes: [],
  at: consent.at,
};

function html(consents: Consent[], phones = [phone]): string {
  const entered = { 'phone-number': phones } as Client['entered'];
  return renderToStaticMarkup(<Consents client={{ consents, entered } as Client} />);
}

test('a client who agreed to nothing has no ledger', () => {
  expect(html([])).toContain('No consents yet.');
});

test('a consent says what was agreed to, in which words, when and from where', () => {
  const markup = html([consent]);
  for (const words of [
    'Text messages',
    '(201) 555-0147',
    'Allowed',
    '3/2/2026, 11:59 PM',
    '203.0.113.9, Firefox on Windows',
    'A browser/1.0',
    'You may text me at this number.',
    'Version 1.0',
  ])
    expect(markup).toContain(words);
});

test.each<[Partial<Consent>, string]>([
  [{ granted: false }, 'Withdrawn'],
  [{ from: null }, 'Not recorded'],
  [{ from: { address: '203.0.113.9', browser: '', userAgent: '' } }, '203.0.113.9, unknown browser'],
  [{ wording: '' }, 'Given by entering it'],
])('a consent says so: %j', (more, words) => {
  expect(html([{ ...consent, ...more }])).toContain(words);
});

test('what an earlier version did not store with a consent is shown as the entry has it now, while it has it', () => {
  expect(html([{ ...consent, about: null }])).toContain('(201) 555-0190');
  expect(html([{ ...consent, about: null }], [])).toContain('An entry that was deleted');
});

test('ten are shown, and those before them on request', () => {
  const ledger = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...consent, id: String(at) }));
  expect(html(ledger(10))).not.toContain('Show all consents');
  expect(html(ledger(12))).toContain('The 2 before them, of the newest 100.');
});
