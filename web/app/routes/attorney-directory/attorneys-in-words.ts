/** @returns `1 attorney`, `1,200 attorneys`. */
export function attorneysInWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'attorney' : 'attorneys'}`;
}
