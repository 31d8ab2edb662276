import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Cleans X-Forwarded-For before anything is counted by it: entries lose their port, and everything left of the last
 * entry that is not an address is dropped, because only a client can have written it. With none left, the address is
 * that of the connection. Fastify's `trustProxy` decides only which hops to trust and reads the raw header when
 * `request.ip` is used, so the header itself has to change.
 */
export function readForwardedFor(site: FastifyInstance): void {
  site.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const given = headers['x-forwarded-for'];
    if (given !== undefined) {
      const addresses = trustedAddresses([given].flat().join(','));
      if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
      else delete headers['x-forwarded-for'];
    }
    done();
  });
}

function trustedAddresses(list: string): string[] {
  const entries = list.split(',').map((entry) => bareAddress(entry.trim()));
  return entries.slice(entries.lastIndexOf('') + 1);
}

/** @returns the address without port and brackets; '' if it is not an address. */
function bareAddress(entry: string): string {
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) ? bare : '';
}
