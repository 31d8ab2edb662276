import { makeGroups } from '#api/platform/readable-code.ts';

/** @returns a reference such as `K7QH-M9XC`; a unique index decides whether it is available. */
export function makeReference(): string {
  return makeGroups(2);
}

/** Wider than what `makeReference` makes, so that a mistyped letter is answered as an unknown reference. */
export const referencePattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
