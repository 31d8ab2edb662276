import { findPasswordFault } from '@claimdesk/cms/password-rules';
import type { TwoStepSetup } from '#api/accounts/two-step/make-two-step.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { confirmPassword, type Proof } from './confirm-password.ts';
import { hasPasskeys, type ListedPasskey, presentPasskeys } from './passkeys.ts';
import { hashPassword } from './password.ts';
import type { StaffRole } from './roles.ts';
import { changeAndTell } from './security-email.ts';
import { type Staff, sharedAdminId, staffCollection, withoutLink } from './staff.model.ts';
import { ownerOf, staffTwoStep } from './two-step.ts';

type Confirming = Pick<Deps, 'portal' | 'limits' | 'keys' | 'settings' | 'readFirm'>;

/** An account as its owner sees it. */
export interface OwnAccount {
  name: string;
  /** Null for the shared admin password, which has no settings here. */
  email: string | null;
  role: StaffRole;
  /** Whether it has a password: one that signs in elsewhere need not. */
  hasPassword: boolean;
  twoStep: boolean;
  /** Whether it waits for the first code. */
  hasBegunTwoStep: boolean;
  /** How many recovery codes were not used yet. */
  recoveryCodes: number;
  passkeys: ListedPasskey[];
  /** Whether this site's address can have passkeys. */
  canHavePasskeys: boolean;
  /** When the address of its calendar was made, ISO 8601; null where it has none. */
  calendarMadeAt: string | null;
  /** Whether it gets the morning mail about what is due. */
  dueMail: boolean;
}

export async function readOwnAccount(
  staffId: string,
  deps: Pick<Deps, 'portal' | 'settings'>,
): Promise<OwnAccount> {
  const staff = await find(staffId, deps.portal);
  const { name, email = null, role, totp_secret, totp_confirmed_at, recovery_hashes = [] } = staff;
  return {
    name,
    email,
    role,
    hasPassword: staff.password_hash !== undefined,
    twoStep: totp_confirmed_at !== undefined,
    hasBegunTwoStep: totp_secret !== undefined && totp_confirmed_at === undefined,
    recoveryCodes: recovery_hashes.length,
    passkeys: presentPasskeys(staff),
    canHavePasskeys: hasPasskeys(deps),
    calendarMadeAt: staff.calendar_made_at?.toISOString() ?? null,
    dueMail: staff.due_mail_off !== true,
  };
}

/**
 * Changes one's own password. This ends every session of the account, including the caller's, and any link for a new password.
 *
 * @throws DomainError `bad-input` with the field: `password` when the present one is wrong, `code` when that is, `next` when the new
 * one is easy to guess; `too-many` after five wrong ones in 15 minutes; `forbidden` as `confirmPassword`.
 */
export async function changePassword(
  { next, ...proof }: Proof & { next: string },
  deps: Confirming & Pick<Deps, 'staffSessions'>,
): Promise<void> {
  const { staffId } = proof;
  await confirmPassword(proof, deps);
  const { name, email } = await find(staffId, deps.portal);
  const fault = await findPasswordFault(next, [name, email]);
  if (fault) throw new DomainError('bad-input', fault, { title: 'Not saved', fields: { next: fault } });
  const password_hash = await hashPassword(next);
  await changeAndTell({ staffId, change: 'password' }, deps, async (session) => {
    const update = { $set: { password_hash }, ...withoutLink };
    await staffCollection.model(deps.portal).updateOne({ _id: staffId }, update, { session });
    return true;
  });
  await deps.staffSessions.revokeAll(staffId);
}

/** @throws DomainError `forbidden` for the shared admin password: anyone who has it could lock out all others. */
export function requireNamedAccount(staffId: string): void {
  if (staffId !== sharedAdminId) return;
  throw new DomainError('forbidden', 'Log in with an account of your own for this.');
}

function find(staffId: string, portal: Deps['portal']): Promise<Staff> {
  return staffCollection.model(portal).findById(staffId).lean<Staff>().orFail().exec();
}

/** Makes the secret of two-step sign-in, see `makeTwoStep`. @throws DomainError as `confirmPassword`; `conflict` when it is on already. */
export async function beginTwoStep(proof: Proof, deps: Confirming): Promise<void> {
  await staffTwoStep.begin(ownerOf(await confirmPassword(proof, deps)), deps);
}

/** @returns what to show while it is being turned on; null otherwise. */
export async function readTwoStepSetup(staffId: string, deps: Confirming): Promise<TwoStepSetup | null> {
  return staffTwoStep.readSetup(ownerOf(await find(staffId, deps.portal)), deps);
}

/** Turns it on. @returns the recovery codes. @throws DomainError `bad-input` for a wrong code, `conflict`. */
export async function confirmTwoStep(
  { staffId, code }: { staffId: string; code: string },
  deps: Confirming,
): Promise<string[]> {
  return staffTwoStep.confirm(ownerOf(await find(staffId, deps.portal)), code, deps);
}

/** Turns it off. @throws DomainError `bad-input` on a wrong password or code, `too-many`. */
export async function endTwoStep(proof: Proof, deps: Confirming): Promise<void> {
  await staffTwoStep.end(ownerOf(await confirmPassword(proof, deps)), deps);
}
