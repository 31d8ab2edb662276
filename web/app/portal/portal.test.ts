import { expect, test } from 'vitest';
import { portal } from './portal.ts';

const origin = 'https://www.example.org';

test.each([
  null,
  'https://evil.example/client-portal',
  '//evil.example/client-portal',
  '/\\evil.example/client-portal',
  'javascript:alert(1)',
  '/client-portal/../admin/dashboard',
  '/client-portal//evil.example',
  '/client-portal/logout',
  '/client-portals',
  '/client-login?next=/client-login',
  '/admin/dashboard',
  '/faq',
  'http://[',
])('logging in leads to the portal instead of %j', (wanted) => {
  expect(portal.nextPath(wanted, origin)).toBe('/client-portal');
});

test.each(['/client-portal', '/client-portal/emergency'])('logging in leads back to %s', (asked) => {
  const address = new URL(portal.loginPath(asked, 'idle'), origin);
  expect(address.pathname).toBe('/client-login');
  expect(portal.nextPath(address.searchParams.get('next'), origin)).toBe(asked);
});
