import { setTimeout as wait } from 'node:timers/promises';
import { getForm } from '@claimdesk/forms/registry';
import { accountLimits } from '#api/accounts/limits.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { makeGroups } from '#api/platform/readable-code.ts';
import { isProven } from '#api/platform/robots/refuse-robots.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { clientsCollection } from './client.model.ts';
import { findAccount } from './client-account.ts';
import { findKnownDevice } from './client-devices.ts';
import { hashesOfPinCode } from './pin-code.ts';

const codeMinutes = 30;
/** Longer than the work takes for any number, so that the time of an answer does not tell whether a number is registered. */
const answersAfterMs = 250;
/** Where a client uses the code, below the site's address. */
const newPinPage = '/client-login/new-pin';
/** The id of no account, and an address that no email goes to. */
const nobody = 'nobody';

/** Who asks for a code: nine digits, and YYYY-MM-DD. */
interface Claimed {
  ssn: string;
  dateOfBirth: string;
}

/**
 * Emails a code for a new PIN to the client, if number and date of birth match an account whose email address has been
 * verified for three days. Otherwise an attacker with an open session could add an address and set a PIN with it before the
 * client reads the notice. The code works once, for 30 minutes, and replaces the previous emailed code, but not one issued by
 * staff. The caller can't tell whether an email was sent: the same queries and writes run either way, without an account on a
 * placeholder and with an email that is withheld.
 *
 * A number with a date of birth gets three codes a day, plus three from each known browser. Strangers who don't know the date
 * use up nothing, because each typed date is counted separately.
 *
 * @param answers of the form `client-pin-code`, as posted. @param token of the page: sending the same answers from it again
 * needs no new proof. @param proof see `openForm`; empty when there is none. @param deviceSecret what the browser keeps of
 * earlier sign-ins; undefined if it was never known.
 * @throws DomainError `bad-input` with a sentence per field, `too-many` with the time to wait, `unavailable`.
 */
export async function emailPinCode(
  posted: { answers: unknown; token: string; proof: string; deviceSecret: string | undefined },
  { address, deps }: Pick<RequestContext, 'address' | 'deps'>,
): Promise<void> {
  const { token, proof, deviceSecret } = posted;
  const claimed = readAnswers(posted.answers);
  const device = await findKnownDevice({ ssn: claimed.ssn, deviceSecret }, deps);
  if (!device) {
    await deps.limits.reserve(accountLimits.pinCodeRequest, address);
    const purpose = 'client-pin-code';
    const by = fingerprint(deps.keys.fingerprints, purpose, `${token} ${claimed.ssn} ${claimed.dateOfBirth}`);
    if (!(await isProven({ proof, purpose, by }, { deps })))
      await deps.limits.reserve(accountLimits.unprovenPinCodeRequest, address);
  }
  await Promise.all([send(claimed, await isWithinLimit(claimed, device, deps), deps), wait(answersAfterMs)]);
}

function readAnswers(answers: unknown): Claimed {
  const { ssn, date_of_birth } = requireValid(getForm('client-pin-code'), answers);
  return { ssn: String(ssn), dateOfBirth: String(date_of_birth) };
}

/** @throws DomainError `unavailable`. @returns whether another code may be sent today. */
async function isWithinLimit(
  { ssn, dateOfBirth }: Claimed,
  device: string | undefined,
  { limits }: Pick<Deps, 'limits'>,
): Promise<boolean> {
  try {
    await (device
      ? limits.reserveForKnownBrowser(accountLimits.pinCodeEmail, device)
      : limits.reserve(accountLimits.pinCodeEmail, `${ssn} ${dateOfBirth}`));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too-many') return false;
    throw error;
  }
}

async function send({ ssn, dateOfBirth }: Claimed, isAllowed: boolean, deps: Deps): Promise<void> {
  const { portal, keys, settings } = deps;
  const code = makeGroups(2);
  const email = writeCode(code, await deps.readFirm(), settings.PUBLIC_URL);
  await inTransaction(portal, async (session) => {
    const account = await findAccount({ ssn }, deps, session);
    const to = await deps.readPinCodeEmail(account?.id ?? nobody, session);
    const isOwner = account?.dateOfBirth === dateOfBirth;
    const recipient = isAllowed && isOwner && to !== null ? { id: account.id, to } : null;
    const id = recipient?.id ?? nobody;
    await clientsCollection.model(portal).updateOne(
      { _id: id },
      {
        emailed_pin_code: {
          hashes: hashesOfPinCode(id, code, deps),
          expires_at: new Date(Date.now() + codeMinutes * 60_000),
        },
      },
      { session },
    );
    await enqueue(
      { kind: 'pin-code', to: recipient?.to ?? nobody, ...email },
      { portal, keys, session },
      { withheld: recipient === null },
    );
  });
}

/** Contains no names or numbers: other people may read the client's mail. */
function writeCode(code: string, firm: Firm, publicUrl: string): WrittenEmail {
  return writeEmail({
    firm,
    subject: 'Your code for a new PIN',
    heading: 'Your code for a new PIN',
    paragraphs: [
      `The code is ${code}`,
      `Type it on the page “Choose a new PIN”. It works once, for ${codeMinutes} minutes. A newer code replaces it.`,
      'We never ask for this code by phone, email or text. Do not give it to anybody.',
      'If you did not ask for it, you can ignore this message: nobody gets in without the code. If it happens again, please call us.',
    ],
    action: { label: 'Choose a new PIN', url: publicUrl + newPinPage },
  });
}
