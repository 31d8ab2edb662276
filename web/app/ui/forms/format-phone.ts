import { phoneText } from '@claimdesk/forms/phone';
import { countDigits, offsetAfterDigits, type Typed } from './caret.ts';

/**
 * Formats a US phone number as it is typed: (XXX) XXX-XXXX. The caret stays after the same digit, so that pasting and
 * corrections in the middle work. What is stored with an extension is shown as people write it.
 *
 * @returns the text unchanged if it is not a US number, or not yet: typed characters are never dropped.
 */
export function formatPhone({ text, caret }: Typed): Typed {
  if (/^\d{10}x\d+$/.test(text)) return { text: phoneText(text), caret: phoneText(text).length };
  if (/[^\d\s().+-]/.test(text)) return { text, caret };
  const all = text.replace(/\D/g, '');
  // Area codes don't start with 1, so a leading 1 is the country code; strip it once the number is complete.
  const countryDigits = all.length === 11 && all.startsWith('1') ? 1 : 0;
  const digits = all.slice(countryDigits);
  if (digits.length > 10 || digits.startsWith('1') || (text.trim().startsWith('+') && countryDigits === 0)) {
    return { text, caret };
  }
  const digitsBefore = countDigits(text.slice(0, caret)) - countryDigits;
  const formatted = formatDigits(digits);
  return { text: formatted, caret: offsetAfterDigits(formatted, Math.max(0, digitsBefore)) };
}

function formatDigits(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!area) return '';
  if (!exchange) return `(${area}`;
  return `(${area}) ${exchange}${line ? `-${line}` : ''}`;
}
