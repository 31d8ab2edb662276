import { proofName } from '#web/app/ui/not-a-robot/robot-check.tsx';

const ways = ['password', 'email', 'passkey'] as const;

export type Way = (typeof ways)[number];

/** What the page says when signing in fails for a reason that has no words of its own. */
export const loginFailed = { title: 'Login Failed', text: 'An unexpected error occurred' };

/** Why signing in failed: a title and a text, and the text again for each field concerned. */
export interface LoginFailure {
  way: Way;
  /** As typed, so that it need not be typed again. */
  email: string;
  /** Whether no password was checked, so that the same one may be sent again. */
  again: boolean;
  title: string;
  text: string;
  fields: { email?: string; password?: string; passkey?: string };
}

/** @returns what one of the forms posted, and what is missing from it. */
export function readLogin(form: FormData): {
  way: Way;
  email: string;
  password: string;
  /** What the browser answered for a passkey. */
  answer: string;
  /** The solved challenge, where the page had one. */
  proof: string;
  missing: Pick<LoginFailure, 'title' | 'text' | 'fields'> | null;
} {
  const way = ways.find((each) => each === form.get('way')) ?? 'password';
  const email = textOf(form, 'email').trim();
  // No password is longer.
  const password = textOf(form, 'password').slice(0, 200);
  const fields = {
    ...(way === 'email' && !email ? { email: 'Enter your email address' } : {}),
    ...(password || way === 'passkey'
      ? {}
      : { password: way === 'email' ? 'Enter your password' : 'Enter the admin password' }),
  };
  const [text] = Object.values(fields);
  return {
    way,
    email,
    password,
    answer: textOf(form, 'answer'),
    proof: textOf(form, proofName),
    missing: text ? { title: loginFailed.title, text, fields } : null,
  };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
