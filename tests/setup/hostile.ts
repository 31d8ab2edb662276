import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** Whatever was sent: no fault of ours, and nothing of our insides in the answer. */
export function expectNoFault(answer: LightMyRequestResponse): void {
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toMatch(/at \S+ \(|node_modules|MongoServerError|undefined is not/);
}

/** @returns text as React writes it into HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

/** @returns nothing for what JSON can't say, such as a cycle. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
