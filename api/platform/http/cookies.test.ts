import { describe, expect, it } from 'vitest';
import { CookieJar } from './cookies.ts';

describe('cookies', () => {
  it('are HttpOnly, apply to the whole site, and carry the __Host- prefix on https', () => {
    const jar = new CookieJar(undefined, true);
    jar.set('admin', 'secret', { sameSite: 'Strict' });
    jar.set('draft', 'other', { sameSite: 'Lax', maxAge: 60 });
    expect(jar.headers()).toEqual([
      '__Host-admin=secret; Path=/; HttpOnly; Secure; SameSite=Strict',
      '__Host-draft=other; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  it('without the prefix are ignored on https, where another host could have set them', () => {
    expect(new CookieJar('admin=forged', true).get('admin')).toBeUndefined();
    expect(new CookieJar('__Host-admin=real', true).get('admin')).toBe('real');
    expect(new CookieJar('x=1; admin=plain', false).get('admin')).toBe('plain');
  });

  it('keep any value from setting to reading, and none can end its own header', () => {
    const value = 'a; Domain=evil.example\r\nx: "ü"';
    const jar = new CookieJar(undefined, true);
    jar.set('notice', value, { sameSite: 'Lax' });
    expect(jar.headers()).toEqual([expect.stringMatching(/^__Host-notice=[\w%.-]+; Path=\/; HttpOnly; /)]);
    expect(new CookieJar(jar.headers()[0]?.split(';')[0], true).get('notice')).toBe(value);
  });

  it.each(['', ';', '=', 'admin', '=x', 'admin=', ';;admin=;'])('are none in %j', (header) => {
    expect(new CookieJar(header, false).get('admin')).toBeUndefined();
  });

  it('with the names of object properties are only cookies', () => {
    const jar = new CookieJar('__proto__=x', false);
    expect([jar.get('__proto__'), jar.get('constructor'), jar.get('toString')]).toEqual([
      'x',
      undefined,
      undefined,
    ]);
  });
});
