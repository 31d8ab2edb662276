import { easternTimestamp, utcTimestamp } from '@claimdesk/forms/eastern-time';
import type { OpenContract } from './open-contract.ts';

/** @returns how a contract was signed, as labeled rows for its PDF and for staff. */
export function evidenceRows({
  contract,
  circumstances,
  definition,
}: OpenContract): { label: string; value: string }[] {
  const { signed_at: at, reference, agreement, evidence } = contract;
  return [
    { label: 'Reference', value: reference },
    { label: 'Signed (Eastern time)', value: easternTimestamp(at) },
    { label: 'Signed (UTC)', value: utcTimestamp(at) },
    { label: 'Name as it was typed', value: circumstances.typedName },
    { label: 'Consents', value: evidence.consents.join('\n') },
    { label: 'Internet (IP) address', value: circumstances.address },
    { label: 'Browser', value: circumstances.userAgent || 'Not said' },
    { label: 'Version of the text', value: agreement },
    { label: 'Version of the form', value: definition.version },
  ];
}
