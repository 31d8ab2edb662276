import { parseCookie, stringifySetCookie } from 'cookie';

export interface CookieAttributes {
  sameSite: 'Lax' | 'Strict';
  /** Seconds; without it, until the browser closes. */
  maxAge?: number;
}

/**
 * The cookies of one request and those that its response sets. All are HttpOnly and for the whole site. On https they
 * carry the `__Host-` prefix; on http://localhost they don't, because browsers refuse the prefix there.
 */
export class CookieJar {
  readonly #secure: boolean;
  readonly #sent: Map<string, string | undefined>;
  readonly #set = new Map<string, string>();

  constructor(header: string | undefined, secure: boolean) {
    this.#secure = secure;
    this.#sent = new Map(Object.entries(parseCookie(header ?? '')));
  }

  get(name: string): string | undefined {
    return this.#sent.get(this.#fullName(name)) || undefined;
  }

  set(name: string, value: string, { sameSite, maxAge }: CookieAttributes): void {
    const fullName = this.#fullName(name);
    this.#sent.set(fullName, value);
    const cookie = stringifySetCookie({
      name: fullName,
      value,
      path: '/',
      httpOnly: true,
      secure: this.#secure,
      sameSite: sameSite === 'Strict' ? 'strict' : 'lax',
      ...(maxAge !== undefined && { maxAge }),
    });
    this.#set.set(fullName, cookie);
  }

  clear(name: string): void {
    this.set(name, '', { sameSite: 'Lax', maxAge: 0 });
  }

  headers(): string[] {
    return [...this.#set.values()];
  }

  #fullName(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}
