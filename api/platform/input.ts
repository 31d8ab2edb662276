import { z } from 'zod';

/** The id of a record in MongoDB. */
export const recordId = z.string().regex(/^[0-9a-f]{24}$/);

/** What ids of records look like, in expressions: of MongoDB, of accounts, and numbers of matters. */
export const idPattern = '([0-9a-f]{24}|[0-9a-f-]{36}|M-\\d{2}-\\d{4,8})';

/** Why staff do what is put on record. */
export const reason = z.string().trim().min(5).max(500);

/** One line of text without control characters. */
export function textLine(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u);
}

/** Text that may be empty or of several lines. Counts characters as people do, so an emoji is one. */
export function longText(maxCharacters: number) {
  return z
    .string()
    .max(2 * maxCharacters)
    .trim()
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u)
    .refine((text) => [...text].length <= maxCharacters);
}

/** What a page passes in process, as it arrives. Nothing of it can come over HTTP. */
export function stream<Part>() {
  return z.custom<AsyncIterable<Part>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  );
}
