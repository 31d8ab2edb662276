'use client';

import { SignIn } from './sign-in.tsx';

/** @param next where to go then: a path of the CMS. */
export function SignInForm({ next }: { next: string }) {
  // By a full page load: everything on it was made for nobody.
  return <SignIn button="Log in" onDone={() => window.location.assign(next)} />;
}
