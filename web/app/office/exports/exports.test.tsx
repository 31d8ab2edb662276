import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import type { ExportChoice } from './choice.ts';
import Exports, { meta } from './exports.tsx';
import { type ProblemName, problems } from './problems.ts';

const choice: ExportChoice = { kind: 'contracts', format: 'json', from: '2026-01-01', to: '2025-12-31' };

const kinds = [
  { name: 'evaluations', heading: 'Case evaluations', file: 'case-evaluations' },
  { name: 'contracts', heading: 'Contracts', file: 'contracts' },
];

function html(name: ProblemName | null = null, more: Partial<ExportChoice> = {}): string {
  const loaded = { kinds, problem: name && problems[name], choice: { ...choice, ...more } };
  const Page = createRoutesStub([{ id: 'page', path: '/admin/exports', Component: Exports }]);
  return renderToStaticMarkup(
    <ToastProvider initial={null}>
      <Page initialEntries={['/admin/exports']} hydrationData={{ loaderData: { page: loaded } }} />
    </ToastProvider>,
  );
}

describe('an export that was not made', () => {
  test.each([
    ['from', 'from'],
    ['to', 'to'],
    ['order', 'to'],
    ['status', 'status'],
  ] as const)('because of a field says so there and in the summary, which links to it: %s', (name, field) => {
    const markup = html(name);
    expect(markup).toContain(`<a href="#${field}">${problems[name].text}</a>`);
    expect(markup).toMatch(new RegExp(`id="${field}-error">.*${problems[name].text}`));
    expect(markup.match(/aria-invalid="true"/g)).toHaveLength(1);
  });

  test.each(['search', 'too-many', 'old-page', 'unexpected'] as const)(
    'for another reason says so in the summary alone: %s',
    (name) => {
      const markup = html(name);
      expect(markup).toContain(`<li>${problems[name].text}</li>`);
      expect(markup).not.toContain('aria-invalid');
    },
  );
});

describe('the page of exports', () => {
  test('shows what was chosen, and no problem where there is none', () => {
    const markup = html();
    expect(markup).toMatch(/<input[^>]*name="kind"[^>]*checked=""[^>]*value="contracts"/);
    expect(markup).toMatch(/<input[^>]*name="format"[^>]*checked=""[^>]*value="json"/);
    expect(markup).toMatch(/name="from" value="2026-01-01"/);
    expect(markup).not.toContain('No file was made');
  });

  test('says that it has what a search found alone, and how to leave that', () => {
    expect(html()).not.toContain('Only what your search of the list found.');
    const markup = html(null, { search: 'kTf3' });
    expect(markup).toContain('type="hidden" name="search" value="kTf3"');
    expect(markup).toContain('<a href="/admin/exports">Export without the search</a>');
  });

  test.each([
    [null, 'Exports | Back office'],
    [problems.order, 'Error: Exports | Back office'],
  ])('says in its title whether something went wrong', (problem, title) => {
    const page = { loaderData: { kinds, problem, choice } } as Parameters<typeof meta>[0];
    expect(meta(page)).toContainEqual({ title });
  });
});
