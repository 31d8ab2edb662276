export interface Typed {
  text: string;
  caret: number;
}

/** @returns the offset just after the given number of digits. */
export function offsetAfterDigits(text: string, digits: number): number {
  let remaining = digits;
  for (let offset = 0; offset < text.length; offset += 1) {
    if (remaining === 0) return digits === 0 ? 0 : offset;
    if (/\d/.test(text[offset] ?? '')) remaining -= 1;
  }
  return text.length;
}

export function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}
