/** Digits of the longest extension: more than any office has. */
export const longestExtension = 8;

export interface Phone {
  /** Ten digits. */
  number: string;
  /** Up to eight digits; '' for none. */
  extension: string;
}

/** "x89", "ext. 89", "extension 89", "#89", and ",89" as phones dial it; without its spaces, dots and dashes. */
const extensionMark = /[,;]*(?:extension|extn|ext|x|#)[:=]?|[,;]+/i;

/** @returns what was typed before and after the mark of an extension, without punctuation; '' after it where there is none. */
export function splitExtension(typed: string): Phone {
  const [number = '', ...rest] = withoutPunctuation(typed).split(extensionMark);
  return { number: number.replace(/^\+?1(?=\d{10}$)/, ''), extension: rest.join('x') };
}

/**
 * @param text as typed, with any punctuation and with or without country code, or as stored.
 * @returns undefined for what is no US number.
 */
export function readPhone(text: string): Phone | undefined {
  // No phone number is longer.
  if (text.length > 100) return undefined;
  const { number, extension } = splitExtension(text);
  const isPhone = /^\d{10}$/.test(number) && /^\d*$/.test(extension) && extension.length <= longestExtension;
  return isPhone ? { number, extension } : undefined;
}

/** @returns the number as it is stored: 2015550123, or 2015550123x89; else the text as typed. */
export function normalizePhone(typed: string): string {
  const phone = readPhone(typed);
  if (!phone) return typed;
  return phone.extension ? `${phone.number}x${phone.extension}` : phone.number;
}

/** @returns (201) 555-0123, or (201) 555-0123 ext. 89; what is no US number as it is. */
export function phoneText(text: string): string {
  const phone = readPhone(text);
  if (!phone) return text;
  const { number, extension } = phone;
  const written = `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`;
  return extension ? `${written} ext. ${extension}` : written;
}

/**
 * @returns what a phone dials. A comma is a pause, after which phones dial the extension by themselves; of `;ext=`, which
 * RFC 3966 has for it, some dial the letters.
 */
export function phoneHref(text: string): string {
  const { number, extension } = readPhone(text) ?? { number: text.replace(/\D/g, ''), extension: '' };
  return `tel:+1${number}${extension ? `,${extension}` : ''}`;
}

/** @returns the ten digits without extension, by which a number is found; of what is no US number all its digits. */
export function phoneDigits(text: string): string {
  return readPhone(text)?.number ?? text.replace(/\D/g, '');
}

/** A US phone number as people write it, with or without country and area code. Digits inside an email address do not count. */
const phoneInText =
  /(?<![^\s,;(])(?:\+?1[ .-]*)?((?:\(?\d{3}\)?[ .-]*)?\d{3}[ .-]*\d{4})(?:[ ,]*(?:ext(?:ension|n)?|x|#)[.:]? *\d{1,8})?(?=[.)-]*(?:[\s,;]|$))/gi;

/** @returns what somebody typed into a search, with each phone number as its 7 or 10 digits alone, without extension. */
export function joinPhoneNumbers(text: string): string {
  return text.replace(phoneInText, (_, number: string) => number.replace(/\D/g, ''));
}

/** @returns the text without spaces, dots, brackets and dashes; numbers that are pasted often carry invisible marks (Cf). */
export function withoutPunctuation(text: string): string {
  return text.replace(/[\s().\p{Pd}\p{Cf}]/gu, '');
}
