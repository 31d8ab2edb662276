import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const kind = {
  loginPath: (next: string, ended: 'idle' | null) => `/login?${next} ${ended}`,
  logoutPath: '/logout',
  logoutEverywherePath: '/logout-everywhere',
};
const assign = vi.fn<(address: string) => void>();

class Form extends EventTarget {
  action: string;
  constructor(path: string) {
    super();
    this.action = `https://claimdesk.example${path}`;
  }
}

beforeEach(() => {
  vi.resetModules();
  assign.mockClear();
  vi.stubGlobal('HTMLFormElement', Form);
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { pathname: '/page', search: '', assign } });
});
afterEach(() => vi.unstubAllGlobals());

test('a page whose session has ended says so on the sign-in page, once', async () => {
  const { leaveForLogin } = await import('./session-kind.ts');
  leaveForLogin(kind);
  leaveForLogin(kind);
  expect(assign.mock.calls).toEqual([['/login?/page idle']]);
});

test('a page that logs out is not led away by calls that are refused meanwhile', async () => {
  const { leaveForLogin, noteLogOut } = await import('./session-kind.ts');
  noteLogOut(true);
  leaveForLogin(kind);
  expect(assign).not.toHaveBeenCalled();
});

test('the other tabs of somebody who logged out do not say that the session ended by itself', async () => {
  const { leaveForLogin, noteLogOut } = await import('./session-kind.ts');
  noteLogOut(false);
  leaveForLogin(kind);
  expect(assign.mock.calls).toEqual([['/login?/page null']]);
});

test('a form logs out where it posts to one of the two addresses', async () => {
  const { logsOut } = await import('./session-kind.ts');
  const forms = ['/logout', '/logout-everywhere', '/logout/other', '/'].map((path) => new Form(path));
  expect(forms.map((form) => logsOut(form, kind))).toEqual([true, true, false, false]);
  expect(logsOut(null, kind)).toBe(false);
});
