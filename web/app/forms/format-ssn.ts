import { countDigits, offsetAfterDigits, type Typed } from './caret.ts';

/**
 * Formats a Social Security number as it is typed: XXX-XX-XXXX. The caret stays after the same digit.
 *
 * @returns the text unchanged if it is not an SSN: typed or pasted characters are never dropped.
 */
export function formatSsn({ text, caret }: Typed): Typed {
  if (/[^\d\s-]/.test(text) || countDigits(text) > 9) return { text, caret };
  const digits = text.replace(/\D/g, '');
  const parts = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  const formatted = parts.filter(Boolean).join('-');
  return { text: formatted, caret: offsetAfterDigits(formatted, countDigits(text.slice(0, caret))) };
}
