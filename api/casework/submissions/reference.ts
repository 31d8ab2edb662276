import { makeGroups } from '#api/platform/readable-code.ts';

/** @returns a reference such as `K7QH-M9XC`; a unique index decides whether it is available. */
export function makeReference(): string {
  return makeGroups(2);
}

/** Older references may contain letters that new ones no longer use. */
export const referencePattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
