import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Seconds that whatever it gives out is good for. */
const minutes = 10 * 60;

/** The site's registration at the provider. */
export const client = { id: 'claimdesk', secret: 'a secret for tests only' };

export interface OpenIdProvider {
  issuer: string;
  close(): Promise<void>;
}

/**
 * A real OpenID Connect provider on this machine. It signs in anybody as whom they type: the name is the subject and the
 * email address, and verified unless it begins with "unverified".
 *
 * @param site where it sends browsers back to. @param saysWhen whether it always says when it asked its user.
 */
export async function startOpenIdProvider(
  port: number,
  site: string,
  { saysWhen = false } = {},
): Promise<OpenIdProvider> {
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${site}/admin/login/sso/return`],
        require_auth_time: saysWhen,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified') }),
    }),
    ttl: { Interaction: minutes, Session: minutes, Grant: minutes, AccessToken: minutes, IdToken: minutes },
    cookies: { keys: ['for tests only'] },
  });
  const server = provider.listen(port);
  await once(server, 'listening');
  return {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
