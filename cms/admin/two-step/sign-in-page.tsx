import { redirect } from 'next/navigation.js';
import type { AdminViewServerProps } from 'payload';
import { getSafeRedirect } from 'payload/shared';
import { Logo } from '../brand.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The sign-in page. Payload's own has no place for a code. */
export function SignInPage({ initPageResult, searchParams }: AdminViewServerProps) {
  const { config } = initPageResult.req.payload;
  const next = getSafeRedirect({
    fallbackTo: config.routes.admin,
    redirectTo: searchParams?.redirect ?? '',
  });
  if (initPageResult.req.user) redirect(next);
  return (
    <>
      <div className="login__brand">
        <Logo />
      </div>
      {/* It also tells staff of the back office where they are. */}
      <h1 className="sign-in-heading">Log in to edit the website</h1>
      <SignInForm next={next} />
      <p className="sign-in-help">
        Forgot your password, or lost your phone and recovery codes? An admin can help you.
      </p>
    </>
  );
}
