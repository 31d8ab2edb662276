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

function html(consents: Consent[]): string {
  return renderToStaticMarkup(<Consents client={{ consents } as Client} />);
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

test('ten are shown, and those before them on request', () => {
  const ledger = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...consent, id: String(at) }));
  expect(html(ledger(10))).not.toContain('Show all consents');
  expect(html(ledger(12))).toContain('The 2 before them, of the newest 100.');
});
