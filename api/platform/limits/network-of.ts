import ipaddr from 'ipaddr.js';

/**
 * How much more an IPv6 /48 may have than one /64 in it. It may be one household or a campus, so it gets more than a single
 * /64 and far less than all its /64s together.
 */
export const wideFactor = 4;

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
  if (!ipaddr.IPv6.isValid(address)) return [address];
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return [parsed.toIPv4Address().toString()];
  const groups = parsed.parts.map((group) => group.toString(16));
  return [4, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`);
}
