import { isIPv6 } from 'node:net';

/**
 * By what an address is counted: whoever has one IPv6 address has all of its /64, so a limit of the single one would be
 * none.
 *
 * @returns an IPv4 address as it is, also where it is written as an IPv6 one; of IPv6 the first 64 bits; anything else
 * (what is counted may be no address at all) as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = bare.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  const missing = Array.from({ length: 8 - left.length - right.length }, () => 0);
  const groups = [...left, ...missing, ...right].slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
