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
  readonly #sent = new Map<string, string>();
  readonly #set = new Map<string, string>();

  constructor(header: string | undefined, secure: boolean) {
    this.#secure = secure;
    for (const pair of (header ?? '').split(';')) {
      const at = pair.indexOf('=');
      if (at > 0) this.#sent.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
    }
  }

  get(name: string): string | undefined {
    return this.#sent.get(this.#fullName(name)) || undefined;
  }

  /** @param value base64url or plain ASCII without `;`, as all of ours are. */
  set(name: string, value: string, { sameSite, maxAge }: CookieAttributes): void {
    const fullName = this.#fullName(name);
    this.#sent.set(fullName, value);
    const parts = [`${fullName}=${value}`, 'Path=/', 'HttpOnly', `SameSite=${sameSite}`];
    if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
    if (this.#secure) parts.push('Secure');
    this.#set.set(fullName, parts.join('; '));
  }

  clear(name: string): void {
    this.set(name, '', { sameSite: 'Lax', maxAge: 0 });
  }

  /** @returns one `Set-Cookie` value per cookie that was set or cleared. */
  headers(): string[] {
    return [...this.#set.values()];
  }

  #fullName(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}
