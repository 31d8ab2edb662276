export type Way = 'password' | 'email';

/** Why signing in failed: a bold line and its text, and the text again for each field that it is about. */
export interface LoginFailure {
  way: Way;
  /** As typed, so that nobody types it twice. */
  email: string;
  title: string;
  text: string;
  fields: { email?: string; password?: string };
}

/** @returns what was posted from one of the two forms, and what has to be said before anything is checked. */
export function readLogin(form: FormData): {
  way: Way;
  email: string;
  password: string;
  missing: Pick<LoginFailure, 'title' | 'text' | 'fields'> | null;
} {
  const way = form.get('way') === 'email' ? 'email' : 'password';
  const email = textOf(form, 'email').trim();
  const password = textOf(form, 'password');
  const fields = {
    ...(way === 'email' && !email ? { email: 'Enter your email address' } : {}),
    ...(password ? {} : { password: way === 'email' ? 'Enter your password' : 'Enter the admin password' }),
  };
  const [text] = Object.values(fields);
  return { way, email, password, missing: text ? { title: 'Login Failed', text, fields } : null };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
