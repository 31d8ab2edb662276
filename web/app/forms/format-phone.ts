import { countDigits, placeAfter, type Typed } from './caret.ts';

/**
 * Formats a United States number as it is typed: (XXX) XXX-XXXX (SPEC section 5). The caret stays behind the digit it
 * stood behind, so that corrections in the middle and pasting work.
 *
 * @returns the same text where it is not, or not yet, a number of ours: nothing that was typed is taken away.
 */
export function formatPhone({ text, caret }: Typed): Typed {
  if (/[^\d\s().+-]/.test(text)) return { text, caret };
  const all = text.replace(/\D/g, '');
  // Area codes don't start with 1: it is the country's code, and the number is known once it is whole.
  const country = all.length === 11 && all.startsWith('1') ? 1 : 0;
  const digits = all.slice(country);
  if (digits.length > 10 || digits.startsWith('1') || (text.trim().startsWith('+') && country === 0)) {
    return { text, caret };
  }
  const before = countDigits(text.slice(0, caret)) - country;
  const formatted = withMarks(digits);
  return { text: formatted, caret: placeAfter(formatted, Math.max(0, before)) };
}

function withMarks(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!area) return '';
  if (!exchange) return `(${area}`;
  return `(${area}) ${exchange}${line ? `-${line}` : ''}`;
}
