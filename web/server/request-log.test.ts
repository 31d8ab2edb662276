import { describe, expect, test } from 'vitest';
import { loggedPath } from './request-log.ts';

describe('the path in a line of the log', () => {
  test.each([
    ['/client-portal/212847391', '/client-portal/…'],
    ['/212-84-7391', '/…'],
    ['/find/2-1-2.8_4~7391/x', '/find/…/x'],
    ['/ssn7391', '/…'],
    ['/assets/212847391', '/assets/…'],
    ['/jane.doe@example.com', '/…'],
    ['/jane.doe%40example.com', '/…'],
    ['/jane.doe%2540example.com/a', '/…/a'],
    ['/mailto:jane.doe', '/…'],
    ['/Jane%20Doe', '/…'],
    ['/1968-04-27', '/…'],
    ['/(201)555-0147', '/…'],
    ['/%FF', '/…'],
    ['/a;b=c', '/…'],
    [`/${'a'.repeat(101)}`, '/…'],
    ['/cms/reset/4f9a', '/cms/reset/…'],
    ['//CMS//reset//x/y', '//CMS//reset//…'],
  ])('keeps nothing that could be personal: %s', (url, logged) => {
    expect(loggedPath(url)).toBe(logged);
  });

  test.each([
    '/',
    '/admin/clients/6a3f0c9d2b7e4f1a5c8d9e0f',
    '/admin/staff/3b241101-e2bb-4255-8caf-4136c566a962/disable',
    '/articles/ssdi-figures-2027',
    '/trpc/submissions.changes',
    '/client-portal.data',
    '/_root.data',
    '/attorney-directory/new-jersey',
    '/assets/root-DkP2xQ9a.js',
    '/.well-known/security.txt',
  ])('is as it was asked for where it is an address of ours: %s', (path) => {
    expect(loggedPath(path)).toBe(path);
    expect(loggedPath(`${path}?ssn=212847391`)).toBe(path);
  });
});
