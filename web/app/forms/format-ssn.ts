import { countDigits, placeAfter, type Typed } from './caret.ts';

/**
 * Formats a Social Security number as it is typed: XXX-XX-XXXX (SPEC section 5). The caret stays behind the digit it
 * stood behind.
 *
 * @returns the same text where it is no such number: nothing that was typed or pasted is taken away.
 */
export function formatSsn({ text, caret }: Typed): Typed {
  if (/[^\d\s-]/.test(text) || countDigits(text) > 9) return { text, caret };
  const digits = text.replace(/\D/g, '');
  const parts = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  const formatted = parts.filter(Boolean).join('-');
  return { text: formatted, caret: placeAfter(formatted, countDigits(text.slice(0, caret))) };
}
