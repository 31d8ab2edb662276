import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError, httpStatusOf } from '@claimdesk/api/domain-error';
import { editorDeviceCookie, type PasswordVerdict, signInEditor } from '@claimdesk/api/editor-sign-in';
import { isFromOurPages } from '@claimdesk/api/origin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from './errors.ts';

/** An email and a password are a small part of it. */
const bodyAtMost = 16 * 1024;
const longestMs = 15_000;

const unreadable = 'We could not read your email and password. Please load the page again.';
const foreign = 'This request did not come from our own pages, so nobody was signed in.';
export const cmsAway =
  'The editing pages are briefly unavailable. The public site is not affected. Please try again in a minute.';

/**
 * Signs editors in: reads the posted credentials, has the CMS check them, and responds in the shape that Payload's own
 * form expects of errors.
 */
export async function signInToCms(
  request: FastifyRequest,
  reply: FastifyReply,
  { env, deps }: Pick<ServerContext, 'env' | 'deps'>,
): Promise<FastifyReply> {
  const refuse = (status: number, message: string) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({ errors: [{ message }] });
  if (!isFromOurPages(request.headers, env.PUBLIC_URL)) return refuse(403, foreign);
  const credentials = await readCredentials(request);
  if (!credentials) return refuse(400, unreadable);
  const cookies = new CookieJar(request.headers.cookie, env.PUBLIC_URL.startsWith('https:'));
  try {
    const compare = () => untilAnswered(() => askCms(credentials, request, env));
    const { answer, deviceSecret } = await signInEditor(
      { email: credentials.email, deviceSecret: editorDeviceCookie.read(cookies), compare },
      { deps, address: request.ip },
    );
    if (deviceSecret) editorDeviceCookie.set(cookies, deviceSecret);
    const set = [...answer.cookies, ...cookies.headers()];
    if (set.length > 0) reply.header('set-cookie', set);
    reply.code(answer.status).headers({ 'cache-control': 'no-store', 'content-type': 'application/json' });
    return await reply.send(answer.body);
  } catch (error) {
    if (error instanceof DomainError) return refuse(httpStatusOf(error.code), error.message);
    deps.log.warn('cms away', { error: error instanceof Error ? error.name : '' });
    return refuse(503, cmsAway);
  }
}

interface Credentials {
  email: string;
  password: string;
}

interface Answer {
  status: number;
  password: PasswordVerdict;
  body: string;
  cookies: string[];
}

/** Payload fails when the same person signs in twice at once, and does not retry by itself. */
async function untilAnswered(ask: () => Promise<Answer>, triesLeft = 4): Promise<Answer> {
  const answer = await ask();
  return answer.status < 500 || triesLeft === 0 ? answer : untilAnswered(ask, triesLeft - 1);
}

/** What the statuses of Payload's sign-in say about the password. */
const verdicts: Record<number, PasswordVerdict> = { 200: 'right', 401: 'wrong' };

/** @throws Error when the CMS can't be reached or takes too long. */
async function askCms(
  credentials: Credentials,
  { ip, headers }: FastifyRequest,
  { CMS_ORIGIN, PUBLIC_URL }: ServerContext['env'],
): Promise<Answer> {
  const { protocol, host } = new URL(PUBLIC_URL);
  const response = await fetch(`${CMS_ORIGIN}/cms/api/users/login`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(longestMs),
    headers: {
      origin: PUBLIC_URL,
      'content-type': 'application/json',
      'accept-language': headers['accept-language'] ?? 'en',
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': ip,
    },
    body: JSON.stringify(credentials),
  });
  return {
    status: response.status,
    password: verdicts[response.status] ?? 'not-compared',
    body: await response.text(),
    cookies: response.headers.getSetCookie(),
  };
}

/** @returns what was posted, as JSON or by a form of either kind; undefined when it holds no email and password. */
async function readCredentials({ raw, headers }: FastifyRequest): Promise<Credentials | undefined> {
  const pieces: Buffer[] = [];
  let left = bodyAtMost;
  for await (const piece of raw as AsyncIterable<Buffer>) {
    left -= piece.length;
    // Read to its end all the same: an unread body would block the next request on the same connection.
    if (left >= 0) pieces.push(piece);
  }
  if (left < 0) return undefined;
  const type = headers['content-type'] ?? '';
  const posted = new Response(Buffer.concat(pieces), { headers: { 'content-type': type } });
  try {
    const { email, password } = /json/i.test(type) ? await posted.json() : fieldsOf(await posted.formData());
    const strings = typeof email === 'string' && typeof password === 'string';
    return strings && email && password ? { email, password } : undefined;
  } catch {
    return undefined;
  }
}

/** Payload's own form posts its values as one field of JSON. */
function fieldsOf(form: FormData): { email?: unknown; password?: unknown } {
  const { _payload: whole, ...fields } = Object.fromEntries(form);
  return typeof whole === 'string' ? JSON.parse(whole) : fields;
}
