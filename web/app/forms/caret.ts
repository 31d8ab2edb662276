/** A text field's content and where the caret stands in it. */
export interface Typed {
  text: string;
  caret: number;
}

/** @returns the place right behind the given number of digits. */
export function placeAfter(text: string, digits: number): number {
  let left = digits;
  for (let at = 0; at < text.length; at += 1) {
    if (left === 0) return digits === 0 ? 0 : at;
    if (/\d/.test(text[at] ?? '')) left -= 1;
  }
  return text.length;
}

/** @returns how many digits a text has. */
export function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}
