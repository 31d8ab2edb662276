import { newAddress } from './address.ts';

export interface Page {
  status: number;
  /** Where a redirect leads, or ''. */
  location: string;
  html: string;
}

/** A browser without JavaScript, with cookies and an IP address of its own. Redirects are not followed. */
export interface PlainBrowser {
  open(path: string): Promise<Page>;
  /** @param fields what the form on the page posts. */
  post(path: string, fields: Record<string, string>): Promise<Page>;
  /** What a script of the back office does: calls a mutation. `html` is the answer's JSON. */
  call(procedure: string, input: object): Promise<Page>;
}

/** @param url where the site listens. */
export function plainBrowser(url: string, address = newAddress()): PlainBrowser {
  const cookies = new Map<string, string>();
  const send = async (
    path: string,
    init: { method?: string; body?: URLSearchParams | string; headers?: Record<string, string> } = {},
  ): Promise<Page> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      redirect: 'manual',
      headers: {
        ...init.headers,
        accept: 'text/html',
        origin: url,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, location: headers.get('location') ?? '', html: await response.text() };
  };
  return {
    open: (path) => send(path),
    post: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    call: (procedure, input) =>
      send(`/trpc/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
  };
}

/** @returns the hidden field of this name on a page. */
export function hiddenField({ html }: Pick<Page, 'html'>, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}
