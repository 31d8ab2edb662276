import { randomUUID } from 'node:crypto';
import { createClient } from '../../api/accounts/clients/create-client.ts';
import { unmatchablePinHash } from '../../api/accounts/clients/pin.ts';
import { signInAttemptsCollection } from '../../api/accounts/clients/sign-in-attempts.model.ts';
import type { StaffRole } from '../../api/accounts/staff/roles.ts';
import { staffCollection } from '../../api/accounts/staff/staff.model.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { empty, visitor } from './deps.ts';

/** A registration as the API takes it; the person is fictional. */
export const registration = {
  ssn: '212847391',
  date_of_birth: '1968-04-27',
  pin: '8052',
  confirm_pin: '8052',
  not_a_robot: true,
};

export type Visitor = ReturnType<typeof visitor>;

/** @returns a valid Social Security number, unique per index. */
export function ssnOf(index: number): string {
  return `2131${String(10_001 + index).padStart(5, '0')}`;
}

export async function register(who: Visitor, answers: Record<string, unknown> = {}): Promise<void> {
  const { token } = await who.call.clients.open({ form: 'client-registration' });
  await who.call.clients.register({ answers: { ...registration, ...answers }, token });
}

/** @param answers `date_of_birth` only if the page asks for it. */
export async function signIn(
  who: Visitor,
  answers: { ssn?: unknown; pin?: unknown; date_of_birth?: unknown } = {},
): Promise<void> {
  const { ssn, pin } = registration;
  const { token } = await who.call.clients.open({ form: 'client-login' });
  await who.call.clients.signIn({ answers: { ssn, pin, ...answers }, token });
}

/** @returns the id of a new client. @param more what differs from `registration`. */
export function addClient(deps: Deps, more: { ssn?: string; dateOfBirth?: string } = {}): Promise<string> {
  const { ssn, date_of_birth: dateOfBirth, pin } = registration;
  return createClient({ ssn, dateOfBirth, pin, ...more }, deps);
}

/** @returns a visitor who has signed in as the registered client. */
export async function signedIn(deps: Deps): Promise<Visitor> {
  const who = visitor(deps);
  await signIn(who);
  return who;
}

/** @returns somebody who is signed in to a staff account. */
export async function staffSession(staffId: string, deps: Deps): Promise<Visitor> {
  const who = visitor(deps);
  who.context.cookies.set('admin', await deps.staffSessions.create(staffId), { sameSite: 'Strict' });
  return who;
}

/** @returns the id of a new member of staff. No password fits: hashing one takes longer than most tests. */
export async function addStaff(deps: Deps, role: StaffRole, name = 'Robin'): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  const account = { _id: randomUUID(), role, name, email, created_at: new Date() };
  return (await staffCollection.model(deps.portal).create({ ...account, password_hash: unmatchablePinHash }))
    ._id;
}

/** @returns a new member of staff, signed in. */
export async function staffMember(deps: Deps, role: StaffRole, name = 'Robin'): Promise<Visitor> {
  return staffSession(await addStaff(deps, role, name), deps);
}

/** @returns a visitor who is signed in to a client's account. */
export async function clientSession(id: string, deps: Deps): Promise<Visitor> {
  const who = visitor(deps);
  who.context.cookies.set('client', await deps.clientSessions.create(id), { sameSite: 'Lax' });
  return who;
}

/** Confirms an account: staff issue a code, and the client types it. */
export async function confirmAccount(
  id: string,
  staff: Visitor,
  deps: Deps,
  reason = 'Called at the number in the contract',
): Promise<void> {
  const asked = { id, reason, withoutContract: true };
  const { code } = await staff.call.clients.issueConfirmationCode(asked);
  await (await clientSession(id, deps)).call.clients.confirmWithCode({ code });
}

/** @returns the error that the caller sees, or undefined if the call succeeded. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: { code: string; message: string; title?: string; fields?: object }) => thrown,
  );
  if (!error) return undefined;
  const { code, message, title, fields } = error;
  return { code, message, title, fields };
}

/** @returns the number of calls per error code; 'done' counts those that succeeded. */
export async function codes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of (await Promise.all(calls.map(refusal))).map((error) => error?.code ?? 'done')) {
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

export const clientCollections = [
  'clients',
  'client_sessions',
  'client_sign_in_tries',
  'client_sign_in_failures',
  'client_devices',
  'limits',
];

/** The error for every failed sign-in; it must not reveal which part was wrong. */
export const invalid = {
  code: 'bad-input',
  title: 'Login Failed',
  message: 'Invalid SSN or PIN. Please try again.',
  fields: {},
};
/** The error for an SSN with many recent failures, which also needs the date of birth. */
export const askedForBirthDate = {
  code: 'bad-input',
  title: 'One more question',
  message:
    'There were many wrong tries with this Social Security number. To keep it safe, we also ask for your date of birth.',
  fields: { date_of_birth: 'Enter your date of birth' },
};
/** The error while sign-in is rate limited. */
export const wait = (span: string) => ({
  code: 'too-many',
  title: 'Login Failed',
  message: `Too many tries. Try again in ${span}, or call us.`,
  fields: {},
});

/** Ages all recorded sign-in attempts by this many milliseconds, so that a test need not wait for hours. */
export async function pass(ms: number, deps: Deps): Promise<void> {
  const rows = await signInAttemptsCollection.rows(deps.portal).find().toArray();
  for (const { _id, tries } of rows) {
    const shifted = tries.map((each) => ({ ...each, at: new Date(each.at.getTime() - ms) }));
    await signInAttemptsCollection.rows(deps.portal).updateOne({ _id }, { $set: { tries: shifted } });
  }
  await deps.portal
    .collection('client_sign_in_failures')
    .updateMany({}, [{ $set: { at: { $subtract: ['$at', ms] } } }]);
  await empty(deps, 'limits');
}
