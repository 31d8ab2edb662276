import { isPublicAddress } from '@claimdesk/cms/production';
import { readDetailsAsInstalled, readHasOwnPhone } from '#api/content/read-site.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** Why contracts can't be signed, in words for the visitor. */
export interface ContractsClosed {
  title: string;
  text: string;
  /** Whether the site's phone number is the firm's own: a new installation's number is a placeholder. */
  hasPhone: boolean;
}

const words = {
  title: 'You cannot sign a contract online yet',
  text: 'We are still setting up this website. If you have already started, your answers stay saved.',
};

type Dependencies = Pick<Deps, 'settings' | 'payload' | 'content'>;

/**
 * On a public site, contracts can't be signed while the firm's name, phone number or email address are still the placeholders
 * of a new installation. On a site that only this machine can reach, they can.
 *
 * @returns the message for the visitor; null while contracts can be signed.
 */
export async function readContractsClosed(deps: Dependencies): Promise<ContractsClosed | null> {
  if (!isPublicAddress(deps.settings.PUBLIC_URL)) return null;
  if (!(await readDetailsAsInstalled(deps))) return null;
  return { ...words, hasPhone: await readHasOwnPhone(deps) };
}

/** @throws DomainError `unavailable` while contracts can't be signed. */
export async function requireContractsOpen(deps: Dependencies): Promise<void> {
  const why = await readContractsClosed(deps);
  if (why) throw new DomainError('unavailable', why.text, { title: why.title });
}
