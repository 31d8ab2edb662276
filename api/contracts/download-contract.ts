import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { draftCookie } from '../intake/draft-cookie.ts';
import { hashSecret } from '../keys/fingerprint.ts';
import { type Contract, contractModel } from './contract.model.ts';
import { findContract } from './list-contracts.ts';

/** Long enough to save the file, short enough for a computer that others use too. */
const signersHours = 1;

export interface ContractFile {
  /** The reference and nothing personal: file names are shown and logged everywhere. */
  fileName: string;
  /** The PDF, base64. */
  content: string;
}

/**
 * Hands the signer their contract in the browser that signed it, for an hour.
 *
 * @throws DomainError `not-found` for any other browser and after that hour.
 */
export async function downloadOwn({ deps, cookies }: RequestContext): Promise<ContractFile> {
  const secret = cookies.get(draftCookie('contract'));
  const contract = secret && (await signedWith(secret, deps));
  if (!contract || contract.signed_at.getTime() < Date.now() - signersHours * 60 * 60 * 1000) {
    throw new DomainError(
      'not-found',
      'This download works for one hour, in the browser that signed. Your contract is also in the email that we sent you. For a paper copy, call us. It is free.',
    );
  }
  return fileOf(contract, deps);
}

/** For staff. @throws DomainError `not-found`. */
export async function downloadForStaff(id: string, deps: Deps): Promise<ContractFile> {
  const contract = await findContract(id, deps);
  deps.log.info('contract read by staff', { reference: contract.reference });
  return fileOf(contract, deps);
}

/** The key under which `saveStep` sends the draft of this cookie. */
function signedWith(secret: string, { portal }: Deps): Promise<Contract | null> {
  return contractModel(portal)
    .findOne({ submission_key: hashSecret(`contract:${secret}`) })
    .lean<Contract>();
}

async function fileOf({ reference, document }: Contract, { documents }: Deps): Promise<ContractFile> {
  const { content } = await documents.read(document.toHexString());
  return { fileName: `${reference}.pdf`, content: content.toString('base64') };
}
