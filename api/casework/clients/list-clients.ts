import { presentAnswers } from '@claimdesk/forms/answers';
import { getForm } from '@claimdesk/forms/registry';
import { type ClientAccount, listAccounts } from '#api/accounts/clients/client-account.ts';
import type { Deps } from '#api/platform/deps.ts';
import { matchContracts } from './match-contracts.ts';

export interface ClientRow {
  id: string;
  /** Of the account or, while that has none, of the contracts that the client signed; null where neither has one. */
  name: string | null;
  /** Masked to its last four digits. */
  ssn: string;
  /** US short form. */
  dateOfBirth: string;
  /** ISO 8601. */
  registeredAt: string;
}

/** @param input `cursor` is `next` of the previous page. @returns registered clients, newest first, 25 at a time. */
export async function listClients(
  { cursor }: { cursor?: string | null | undefined },
  { deps }: { deps: Pick<Deps, 'portal' | 'keys' | 'log'> },
): Promise<{ rows: ClientRow[]; next: string | null }> {
  const { accounts, next } = await listAccounts(cursor, deps);
  const rows = accounts.map(async (account) => {
    const named = account.name === null ? (await matchContracts(account, deps)).same[0] : undefined;
    return presentRow(account, named ? String(named.answers.signature_name) : null);
  });
  return { rows: await Promise.all(rows), next };
}

/** @param nameOnContract for an account without a name. @returns what staff may see of an account. */
export function presentRow(account: ClientAccount, nameOnContract: string | null): ClientRow {
  const { id, name, ssn, dateOfBirth, registeredAt } = account;
  const shown = presentAnswers(
    getForm('client-registration'),
    { ssn, date_of_birth: dateOfBirth },
    { audience: 'staff' },
  );
  const answerTo = (field: string) => shown.find((each) => each.field === field)?.value ?? '';
  return {
    id,
    name: name ?? nameOnContract,
    ssn: answerTo('ssn'),
    dateOfBirth: answerTo('date_of_birth'),
    registeredAt: registeredAt.toISOString(),
  };
}
