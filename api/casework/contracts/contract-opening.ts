import { isPublicAddress } from '@claimdesk/cms/production';
import { readDetailsAsInstalled, readHasOwnPhone } from '#api/content/read-site.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** Why nobody can sign, in words for the visitor. */
export interface ContractsClosed {
  title: string;
  text: string;
  /** Whether the site's phone number is the firm's own: nobody answers the one of a new installation. */
  hasPhone: boolean;
}

const words = {
  title: 'You cannot sign a contract online yet',
  text: 'We are still setting up this website. If you have already started, your answers stay saved.',
};

type Dependencies = Pick<Deps, 'settings' | 'payload' | 'content'>;

/**
 * Where the public can reach the site, nobody may sign with a firm whose name, phone number or email address are those of a
 * new installation: there is no such firm. Where only this machine can reach it, everything can be tried.
 *
 * @returns what the visitor is told; null while contracts can be signed.
 */
export async function readContractsClosed(deps: Dependencies): Promise<ContractsClosed | null> {
  if (!isPublicAddress(deps.settings.PUBLIC_URL)) return null;
  if (!(await readDetailsAsInstalled(deps))) return null;
  return { ...words, hasPhone: await readHasOwnPhone(deps) };
}

/** @throws DomainError `unavailable` while nobody can sign. */
export async function requireContractsOpen(deps: Dependencies): Promise<void> {
  const why = await readContractsClosed(deps);
  if (why) throw new DomainError('unavailable', why.text, { title: why.title });
}
