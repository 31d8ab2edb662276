import { unreadable } from '@claimdesk/forms/answers';
import { longDate } from '@claimdesk/forms/calendar';
import { phoneText } from '@claimdesk/forms/phone';
import { addressLines } from '@claimdesk/forms/postal-address';
import type { ClientAccount } from '#api/accounts/clients/client-account.ts';
import { newestContract } from '#api/casework/contracts/match-contracts.ts';
import { readMailingAddress } from '#api/casework/profile/profile-for-staff.ts';
import { listEntries, type ShownEntry } from '#api/casework/profile/read-entries.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type KnownFacts, nothingKnown } from './paper-form.ts';

/**
 * Reads known facts about a confirmed client: from the portal, and otherwise from the newest contract that staff linked.
 * Anyone who knows number, name and date of birth can sign a matching contract with their own phone and address, so a contract
 * is not used before staff have linked it.
 */
export async function readKnownFacts(account: ClientAccount, deps: Reading): Promise<KnownFacts> {
  const [contract, address, [primaryPhone], treatments] = await Promise.all([
    newestContract('linked', account, deps),
    readMailingAddress(account.id, deps),
    listEntries({ client: account.id, kind: 'phone-number' }, deps),
    readTreatments(account.id, deps),
  ]);
  const known = {
    ...nothingKnown,
    name: readable(account.name),
    dateOfBirth: account.dateOfBirth === unreadable ? '' : longDate(account.dateOfBirth),
    ssn: account.ssn === unreadable ? '' : `xxx-xx-${account.ssn.slice(-4)}`,
    address: address ?? '',
    phone: phoneText(readable(primaryPhone?.answers.phone_number)),
    treatments,
  };
  if (!contract) return known;
  const { answers } = contract;
  const { signature_date, reference } = contract.contract;
  return {
    ...known,
    name: known.name || readable(answers.signature_name),
    address: known.address || addressLines(answers).join('\n'),
    phone: known.phone || phoneText(readable(answers.phone)),
    contract: `Signed on ${longDate(signature_date)}, reference ${reference}`,
  };
}

/**
 * Reads where the client was treated in the years that the forms ask for.
 *
 * @returns a row for each treatment: where and by whom, the address, what for, and when; one for a facility without any.
 */
async function readTreatments(client: string, deps: Reading): Promise<string[][]> {
  const [facilities, treatments] = await Promise.all([
    listEntries({ client, kind: 'medical-facility' }, deps),
    listEntries({ client, kind: 'medical-treatment' }, deps),
  ]);
  return facilities.flatMap(({ id, answers }) => {
    const name = readable(answers.facility_name);
    const address = facilityAddress(answers);
    const visits = treatments.filter(({ facility }) => facility === id);
    if (visits.length === 0) return [[name, address, '', '']];
    return visits
      .filter(({ advice }) => advice !== 'long-ago')
      .map(({ answers: { visit_date, reason, doctor_name } }) => {
        const doctor = readable(doctor_name);
        return [doctor ? `${name}, Dr. ${doctor}` : name, address, readable(reason), readable(visit_date)];
      });
  });
}

function facilityAddress(answers: ShownEntry['answers']): string {
  const known = Object.fromEntries(
    Object.entries(answers).map(([field, answer]) => [field, readable(answer)]),
  );
  return addressLines(known).join('\n');
}

/** @returns '' for what is not known or can't be decrypted, which leaves room to write. */
function readable(answer: unknown): string {
  return typeof answer === 'string' && answer !== unreadable ? answer : '';
}
