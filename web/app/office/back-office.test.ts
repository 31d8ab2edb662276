import { describe, expect, test } from 'vitest';
import { loginPath, nextPath } from './back-office.ts';

const base = 'https://www.example.org/admin/login';

describe('the page after signing in', () => {
  test.each([
    null,
    '',
    'https://evil.example/admin/dashboard',
    '//evil.example/admin/dashboard',
    '/\\evil.example/admin/dashboard',
    '\\\\evil.example/admin',
    'javascript:alert(1)',
    'http://www.example.org/admin/dashboard',
    'https://www.example.org:444/admin/dashboard',
    '/faq',
    '/admin/../faq',
    '/admin//evil.example',
    '/admin/%2e%2e/%2e%2e/cms',
    '/admin/login?next=/admin/login',
    '/admin/logout',
    '/administrator',
    'http://[',
  ])('refuses %j and goes to the dashboard', (wanted) => {
    expect(nextPath(wanted, base)).toBe('/admin/dashboard');
  });

  test.each([
    '/admin/dashboard',
    '/admin/case-evaluations',
    '/admin/case-evaluations?cursor=1-a',
    '/admin/case-evaluations/0123456789abcdef01234567',
  ])('goes on to %s', (wanted) => {
    expect(nextPath(wanted, base)).toBe(wanted);
  });

  test('survives a round trip through the sign-in page’s URL', () => {
    const next = '/admin/case-evaluations?cursor=1-a&b=c';
    const address = new URL(loginPath(next, 'idle'), base);
    expect(nextPath(address.searchParams.get('next'), base)).toBe(next);
    expect(address.searchParams.get('ended')).toBe('idle');
  });

  test('is left out of the URL where it is the dashboard', () => {
    expect(loginPath('/admin/dashboard')).toBe('/admin/login');
  });
});
