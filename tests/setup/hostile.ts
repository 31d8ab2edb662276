import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** Fails on a server error, or a response that leaks internals such as stack traces. */
export function expectNoFault(response: LightMyRequestResponse): void {
  expect(response.statusCode).toBeLessThan(500);
  expect(response.body).not.toMatch(/at \S+ \(|node_modules|MongoServerError|undefined is not/);
}

/** @returns text escaped as React escapes it in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

/** @returns undefined for values that JSON can't represent, such as cycles. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
