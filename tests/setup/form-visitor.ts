import type { IntakeForm } from '@claimdesk/forms/intakes';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { draftCookie } from '../../api/casework/intake/browser-drafts.ts';
import { pageDataType } from '../../web/app/ui/islands/page-data.ts';
import { parseEnv } from '../../web/env.ts';
import { formPages } from './form-pages.ts';

export interface FormVisitor {
  remoteAddress: string;
  /** The form token of the first page. */
  token: string;
  cookie: string;
  /** The draft's secret, from its cookie. */
  secret: string;
  /** @param accept HTML, unless it asks for the page's data. */
  open(url: string, accept?: string): Promise<LightMyRequestResponse>;
  /** Posts a step as a browser without JavaScript does. */
  post(step: string, entries: Iterable<readonly [string, string]>): Promise<LightMyRequestResponse>;
  /** Posts a step as an island does, which gets data back instead of HTML. */
  postData(step: string, entries: Iterable<readonly [string, string]>): Promise<LightMyRequestResponse>;
}

let visitors = 0;

/** Opens the first page of a form with new cookies and an IP address of its own. */
export async function visitForm(site: FastifyInstance, form: IntakeForm): Promise<FormVisitor> {
  const { PUBLIC_URL: origin } = parseEnv(process.env);
  const { path, first } = formPages[form];
  visitors += 1;
  const remoteAddress = `10.9.${visitors >> 8}.${visitors & 255}`;
  const page = await site.inject({ url: first, headers: { accept: 'text/html' }, remoteAddress });
  const jar = new Map(page.cookies.map(({ name, value }) => [name, value]));
  const [, token = ''] = page.body.match(/name="_token" value="([^"]+)"/) ?? [];
  const secret = jar.get(draftCookie(form)) ?? '';
  if (!token || !secret) throw new Error(`The first page of ${form} began no draft.`);
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = (to: string, entries: Iterable<readonly [string, string]>, accept = 'text/html') =>
    site.inject({
      method: 'POST',
      url: to,
      payload: new URLSearchParams(
        [...entries, ['_token', token]].map(([n, v]) => [n, v] as [string, string]),
      ).toString(),
      remoteAddress,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        cookie: cookie(),
        accept,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
  return {
    remoteAddress,
    token,
    secret,
    get cookie() {
      return cookie();
    },
    async open(url, accept = 'text/html') {
      const headers = { accept, cookie: cookie() };
      const response = await site.inject({ url, headers, remoteAddress });
      for (const { name, value } of response.cookies) jar.set(name, value);
      return response;
    },
    post: (step, entries) => send(`${path}/${step}`, entries),
    postData: (step, entries) => send(`${path}/${step}`, entries, pageDataType),
  };
}
