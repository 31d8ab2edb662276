import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Pages without script: nothing may run, whatever gets into their HTML. See docs/security.md. */
export const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Pages with our script: only what carries this answer's nonce, or comes from our own files, runs. */
export function hydratedPolicy(nonce: string): string {
  return contentPolicy + scriptsWith(nonce);
}

function scriptsWith(nonce: string): string {
  return `; script-src 'self' 'nonce-${nonce}'; worker-src 'self'; connect-src 'self'`;
}

/** For what an editor sees of the site beside the form: the one kind of answer that may stand in a frame, and only in ours. */
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

/** @returns what every answer of every kind carries, until a scope that knows better replaces one of them. */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  };
}

export function securityHeaders(site: FastifyInstance, publicUrl: string): void {
  const headers = baseHeaders(publicUrl);
  site.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
