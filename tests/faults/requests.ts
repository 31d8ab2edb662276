import { hiddenField } from '../setup/plain-browser.ts';

export interface Answer {
  status: number;
  /** Where a redirect leads, or ''. */
  location: string;
  html: string;
  /** As the next request sends them. */
  cookie: string;
}

/** Longer than any request may take; one that takes longer is taken for hung. */
const hungAfterMs = 30_000;

let addresses = 0;

/** @returns an IP address that nothing else of this run comes from, so that limits per network tell nothing. */
export function otherAddress(): string {
  addresses += 1;
  return `10.${20 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** @throws what `fetch` throws; a `TimeoutError` when no answer came. */
export async function request(
  url: string,
  path: string,
  {
    fields,
    cookie = '',
    address = otherAddress(),
  }: { fields?: Record<string, string>; cookie?: string; address?: string } = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(hungAfterMs),
    headers: {
      accept: 'text/html',
      origin: url,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
      cookie,
    },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  const html = await response.text();
  const { status, headers } = response;
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status, location: headers.get('location') ?? '', html, cookie: cookies.join('; ') };
}

/** A form that a browser has open, to be posted any number of times. */
export interface OpenForm {
  path: string;
  token: string;
  cookie: string;
}

export async function openForm(url: string, path: string): Promise<OpenForm> {
  const page = await request(url, path);
  return { path, token: hiddenField(page, '_token'), cookie: page.cookie };
}

/** Posts an open form from another address each time. */
export function post(
  url: string,
  { path, token, cookie }: OpenForm,
  fields: Record<string, string>,
): Promise<Answer> {
  return request(url, path, { fields: { ...fields, _token: token }, cookie });
}

/** @returns a date as its three fields post it. @param date in ISO 8601. */
export function dateFields(name: string, date: string): Record<string, string> {
  const [year = '', month = '', day = ''] = date.split('-');
  return { [`${name}.month`]: month, [`${name}.day`]: day, [`${name}.year`]: year };
}

/** What a page says where the fault is ours. */
export function isInOurWords({ html }: Pick<Answer, 'html'>): boolean {
  return /Something went wrong|could not save this page|There was an error submitting/.test(html);
}
