/** @param hex SHA-256 in hexadecimal. @returns it in groups of eight, to be compared by eye or read out. */
export function inGroups(hex: string): string {
  return hex.match(/.{1,8}/g)?.join(' ') ?? '';
}
