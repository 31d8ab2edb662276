import { describe, expect, it } from 'vitest';
import { CookieJar } from './cookies.ts';

describe('cookies', () => {
  it('are HttpOnly, apply to the whole site, and carry the __Host- prefix on https', () => {
    const jar = new CookieJar(undefined, true);
    jar.set('admin', 'secret', { sameSite: 'Strict' });
    jar.set('draft', 'other', { sameSite: 'Lax', maxAge: 60 });
    expect(jar.headers()).toEqual([
      '__Host-admin=secret; Path=/; HttpOnly; SameSite=Strict; Secure',
      '__Host-draft=other; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    ]);
  });

  it('without the prefix are ignored on https, where another host could have set them', () => {
    expect(new CookieJar('admin=forged', true).get('admin')).toBeUndefined();
    expect(new CookieJar('__Host-admin=real', true).get('admin')).toBe('real');
    expect(new CookieJar('x=1; admin=plain', false).get('admin')).toBe('plain');
  });
});
