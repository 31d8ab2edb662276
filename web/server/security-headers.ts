import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Pages without script: nothing may run, whatever gets into their HTML. See docs/security.md. */
export const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // Nothing on these pages connects; scripts that test a page from inside may read robots.txt.
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Pages with our script: only scripts that carry this response's nonce, or come from our own files, run. */
export function hydratedPolicy(nonce: string): string {
  return contentPolicy + scriptsWith(nonce);
}

function scriptsWith(nonce: string): string {
  return `; script-src 'self' 'nonce-${nonce}'; worker-src 'self'`;
}

/** For the preview beside an editor's form: the only response that may be framed, and only by us. */
export const framedPolicy = contentPolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

/** The same with the script that follows what the editor types. */
export function previewPolicy(nonce: string): string {
  return framedPolicy + scriptsWith(nonce);
}

/**
 * The editors' pages. Payload's own interface sets style attributes, previews uploads from blobs and shows the site in a
 * frame; Next reads the nonce out of this header and puts it on its scripts.
 */
export function cmsPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

export function makeNonce(): string {
  return randomBytes(18).toString('base64');
}

/** Headers that browsers apply only to responses shown as documents. */
const documentHeaders = {
  'content-security-policy': contentPolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** @returns the headers of every response; a scope may replace some of them. */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    ...documentHeaders,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  };
}

/**
 * Shortens the headers of a script, style sheet, font or picture: a page loads a dozen of them, and as a document none of
 * them can do anything.
 */
export function withoutDocumentHeaders(reply: FastifyReply): void {
  for (const name of [...Object.keys(documentHeaders), 'strict-transport-security']) reply.removeHeader(name);
}

export function securityHeaders(site: FastifyInstance, publicUrl: string): void {
  const headers = baseHeaders(publicUrl);
  site.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
