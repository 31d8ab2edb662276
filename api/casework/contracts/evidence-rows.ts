import { easternTimestamp, utcTimestamp } from '@claimdesk/forms/eastern-time';
import type { OpenContract } from './open-contract.ts';

interface EvidenceRow {
  label: string;
  value: string;
}

/** @returns how a contract was signed, as labeled rows for its PDF and for staff. */
export function evidenceRows({ contract, circumstances, definition }: OpenContract): EvidenceRow[] {
  const { signed_at: at, reference, agreement, evidence } = contract;
  return [
    { label: 'Reference', value: reference },
    { label: 'Signed (Eastern time)', value: easternTimestamp(at) },
    { label: 'Signed (UTC)', value: utcTimestamp(at) },
    { label: 'Name as it was typed', value: circumstances.typedName },
    { label: 'Consents', value: evidence.consents.join('\n') },
    ...(evidence.legal_limit ? [{ label: 'Legal limit of the fee', value: evidence.legal_limit }] : []),
    { label: 'Internet (IP) address', value: circumstances.address },
    { label: 'Browser', value: circumstances.userAgent || 'Not said' },
    { label: 'Version of the text', value: agreement },
    { label: 'Version of the form', value: definition.version },
  ];
}

/** @returns how the representative signed it, in the same way; empty until then. */
export function countersigningRows({
  contract: { countersignature },
  countersigning,
}: OpenContract): EvidenceRow[] {
  if (!countersignature || !countersigning) return [];
  const { at, name, agreement } = countersignature;
  return [
    { label: 'Representative', value: name },
    { label: 'Signed (Eastern time)', value: easternTimestamp(at) },
    { label: 'Signed (UTC)', value: utcTimestamp(at) },
    { label: 'Name as it was typed', value: countersigning.typedName },
    { label: 'Internet (IP) address', value: countersigning.address },
    { label: 'Browser', value: countersigning.userAgent || 'Not said' },
    { label: 'Version of the text', value: agreement },
  ];
}
