import { isIPv6 } from 'node:net';

/**
 * The network that an address is counted by: the holder of one IPv6 address has its whole /64, so a limit on a single
 * address would be useless.
 *
 * @returns an IPv4 address as it is, even when written as IPv6; the first 64 bits of an IPv6 address; anything else as it
 * is, since the key to count by need not be an address.
 */
export function networkOf(address: string): string {
  const [network = address] = networksOf(address);
  return network;
}

/**
 * All networks that an address counts towards, the narrowest first. Many providers give one customer a whole IPv6 /48,
 * who can then send from each of its 65,536 /64s.
 *
 * @returns one for an IPv4 address, the /64 and the /48 for an IPv6 one, and anything else as it is.
 */
export function networksOf(address: string): string[] {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return [address];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return [mapped];
  const groups = groupsOf(bare);
  return [4, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`);
}

/** @returns the eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const missing = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...missing, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}
