import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import { permissionsOf } from '#web/testing/permissions.ts';
import { SamplesNotice } from './samples-notice.tsx';

const none = { count: 0, phrase: '', people: '', drafts: '', firm: '', uncounted: [] };
const some = { ...none, count: 2, phrase: '2 testimonials', drafts: 'Drafts go too.' };

function html(samples: React.ComponentProps<typeof SamplesNotice>, role: StaffRole = 'admin'): string {
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <PermissionsContext value={permissionsOf(role)}>
          <SamplesNotice {...samples} />
        </PermissionsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

describe('while the site shows samples, the dashboard', () => {
  test('sends those who may not remove them to an administrator', () => {
    const markup = html(some, 'reviewer');
    expect(markup).toContain('An administrator can remove them.');
    expect(markup).not.toContain('/admin/remove-samples');
  });

  test('leads administrators to their removal', () => {
    expect(html(some)).toContain('href="/admin/remove-samples"');
  });

  test.each([
    [1, '1 testimonial', '1 testimonial is a sample.'],
    [2, '2 testimonials', '2 testimonials are samples.'],
  ])('says how many there are: %d', (count, phrase, words) => {
    expect(html({ ...some, count, phrase })).toContain(words);
  });

  test('says what of the firm is not its own, also without other samples', () => {
    const markup = html({ ...none, firm: 'name and phone number' });
    expect(markup).toContain('The firm’s name and phone number came with the installation.');
    expect(markup).not.toContain('sample');
  });
});

test('names the results whose count nobody has entered', () => {
  const markup = html({ ...none, uncounted: ['Our hearings won, 85%+', 'Clients helped, 10,000+'] });
  expect(markup).toContain(
    'Nobody has entered how the firm counted its results: Our hearings won, 85%+; Clients',
  );
  expect(markup).not.toContain('sample');
});

test('a site without samples says nothing', () => {
  expect(html(none)).toBe('');
});
