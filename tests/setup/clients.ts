import { signInAttempts } from '../../api/accounts/clients/sign-in-attempts.model.ts';
import type { Deps } from '../../api/platform/deps.ts';
import { empty, visitor } from './deps.ts';

/** A client made up for tests. */
export const registration = {
  ssn: '212847391',
  date_of_birth: '1968-04-27',
  pin: '8052',
  confirm_pin: '8052',
  not_a_robot: true,
};

export type Visitor = ReturnType<typeof visitor>;

/** @returns a number that can exist and is no other's. */
export function ssnOf(index: number): string {
  return `2131${String(10_001 + index).padStart(5, '0')}`;
}

export async function register(who: Visitor, answers: Record<string, unknown> = {}): Promise<void> {
  const { token } = await who.call.clients.open({ form: 'client-registration' });
  await who.call.clients.register({ answers: { ...registration, ...answers }, token });
}

/** @param answers `date_of_birth` only where the page asks for it. */
export async function signIn(
  who: Visitor,
  answers: { ssn?: unknown; pin?: unknown; date_of_birth?: unknown } = {},
): Promise<void> {
  const { ssn, pin } = registration;
  const { token } = await who.call.clients.open({ form: 'client-login' });
  await who.call.clients.signIn({ answers: { ssn, pin, ...answers }, token });
}

/** @returns a browser in which the client has signed in. */
export async function signedIn(deps: Deps): Promise<Visitor> {
  const who = visitor(deps);
  await signIn(who);
  return who;
}

/** @returns what is told of a failure; undefined when there was none. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: { code: string; message: string; title?: string; fields?: object }) => thrown,
  );
  if (!error) return undefined;
  const { code, message, title, fields } = error;
  return { code, message, title, fields };
}

/** @returns how many calls ended in which way. */
export async function codes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const code of (await Promise.all(calls.map(refusal))).map((one) => one?.code ?? 'done')) {
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
}

export const clientCollections = [
  'clients',
  'client_sessions',
  'client_sign_in_tries',
  'client_sign_in_failures',
  'client_devices',
  'limits',
];

/** What every wrong identity is told. */
export const invalid = {
  code: 'bad-input',
  title: 'Login Failed',
  message: 'Invalid SSN or PIN. Please try again.',
  fields: {},
};
/** What somebody is asked at whose number others have guessed. */
export const askedForBirthDate = {
  code: 'bad-input',
  title: 'One more question',
  message:
    'There were many wrong tries with this Social Security number. To keep it safe, we also ask for your date of birth.',
  fields: { date_of_birth: 'Enter your date of birth' },
};
/** What somebody is told who has to wait. */
export const wait = (span: string) => ({
  code: 'too-many',
  title: 'Login Failed',
  message: `Too many tries. Try again in ${span}, or call us.`,
  fields: {},
});

/** Moves everything that was tried into the past, because nobody waits for hours in a test. */
export async function pass(ms: number, deps: Deps): Promise<void> {
  const rows = await signInAttempts(deps.portal).find().toArray();
  for (const { _id, tries } of rows) {
    const moved = tries.map((each) => ({ ...each, at: new Date(each.at.getTime() - ms) }));
    await signInAttempts(deps.portal).updateOne({ _id }, { $set: { tries: moved } });
  }
  await deps.portal
    .collection('client_sign_in_failures')
    .updateMany({}, [{ $set: { at: { $subtract: ['$at', ms] } } }]);
  await empty(deps, 'limits');
}
