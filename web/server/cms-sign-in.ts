import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError, httpStatusOf } from '@claimdesk/api/domain-error';
import { type EditorSignIn, editorDeviceCookie, signInEditor } from '@claimdesk/api/editor-sign-in';
import { isFromOurPages } from '@claimdesk/api/origin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { qrPath } from '#web/app/ui/qr-path.ts';
import type { ServerContext } from './errors.ts';

/** An email and a password are a small part of it. */
const bodyAtMost = 16 * 1024;

const unreadable = 'We could not read your email and password. Please load the page again.';
const foreign = 'This request did not come from our own pages, so nothing was changed.';
export const cmsAway =
  'The editing pages are briefly unavailable. The public site is not affected. Please try again in a minute.';

/** What the CMS's pages show while two-step sign-in is set up. */
export interface ShownSetup {
  secret: string;
  qr: { size: number; path: string };
}

export function showSetup({ uri, secret }: { uri: string; secret: string }): ShownSetup {
  return { secret, qr: qrPath(uri) };
}

/**
 * Answers what a page of the CMS posts to the site itself, because the CMS has neither the counters nor the keys: to our pages
 * only, and with refusals in the shape that Payload's pages expect of errors.
 *
 * @param act answers with JSON.
 */
export async function answerCmsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { env, deps }: Pick<ServerContext, 'env' | 'deps'>,
  act: () => Promise<{ status?: number; body: object }>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const refuse = (status: number, message: string, more: object = {}) =>
    reply.code(status).send({ errors: [{ message }], ...more });
  if (!isFromOurPages(request.headers, env.PUBLIC_URL)) return refuse(403, foreign);
  try {
    const { status = 200, body } = await act();
    return await reply.code(status).send(body);
  } catch (error) {
    if (error instanceof DomainError)
      return refuse(httpStatusOf(error.code), error.message, { fields: error.fields });
    deps.log.warn('cms away', { error: error instanceof Error ? error.name : '' });
    return refuse(503, cmsAway);
  }
}

/** Signs editors in: reads the posted credentials, and has Payload open the session. */
export function signInToCms(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<ServerContext, 'env' | 'deps'>,
): Promise<FastifyReply> {
  const { env, deps } = context;
  return answerCmsPage(request, reply, context, async () => {
    const credentials = await readCredentials(request);
    if (!credentials) throw new DomainError('bad-input', unreadable);
    const cookies = new CookieJar(request.headers.cookie, env.PUBLIC_URL.startsWith('https:'));
    const deviceSecret = editorDeviceCookie.read(cookies);
    const signIn = await signInEditor({ ...credentials, deviceSecret }, { deps, address: request.ip });
    if (signIn.next !== 'session') return { status: 403, body: presentMissing(signIn) };
    const { session, recoveryCodes } = signIn;
    editorDeviceCookie.set(cookies, signIn.deviceSecret);
    reply.header('set-cookie', [session.cookie, ...cookies.headers()]);
    const { user, endsAt } = session;
    return { body: { user, endsAt, ...(recoveryCodes ? { recoveryCodes } : {}) } };
  });
}

function presentMissing(signIn: Exclude<EditorSignIn, { next: 'session' }>): object {
  return signIn.next === 'code'
    ? { errors: [{ message: 'Enter the code of your authenticator app.' }], reason: 'code' }
    : {
        errors: [{ message: 'Your account must have two-step login. Set it up to continue.' }],
        reason: 'set-up',
        setup: showSetup(signIn.setup),
      };
}

interface Credentials {
  email: string;
  password: string;
  code: string;
}

/** @returns what was posted, as JSON or by a form of either kind; undefined when it holds no email and password. */
async function readCredentials(request: FastifyRequest): Promise<Credentials | undefined> {
  const { email, password, code = '' } = (await readPosted(request)) ?? {};
  const strings = typeof email === 'string' && typeof password === 'string' && typeof code === 'string';
  return strings && email && password ? { email, password, code: code.trim() } : undefined;
}

/** @returns the fields that were posted; undefined when they can't be read. */
export async function readPosted({
  raw,
  headers,
}: FastifyRequest): Promise<Record<string, unknown> | undefined> {
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
    const fields = /json/i.test(type) ? await posted.json() : fieldsOf(await posted.formData());
    return typeof fields === 'object' && fields !== null ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** Payload's own form posts its values as one field of JSON. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const { _payload: whole, ...fields } = Object.fromEntries(form);
  return typeof whole === 'string' ? JSON.parse(whole) : fields;
}
