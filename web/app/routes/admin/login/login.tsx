import { data, redirect } from 'react-router';
import { siteContext } from '../../../context.ts';
import { ErrorToasts } from '../../../forms/toasts.tsx';
import { isSignedOut } from '../../../session/for-signed-in.server.ts';
import { useSignedOutPage } from '../../../session/session-channel.ts';
import { BackOfficeFrame } from '../back-office-frame.tsx';
import { backOfficeMeta } from '../back-office-meta.ts';
import { leaveNotice } from '../notice-cookie.server.ts';
import { refusalOf } from '../refusal.server.ts';
import type { Route } from './+types/login';
import { LoginForms } from './login-forms.tsx';
import { nextPath } from './next-path.ts';
import { readLogin } from './read-login.ts';

export const handle = { hydrate: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const { searchParams } = new URL(request.url);
  const next = nextPath(searchParams.get('next'), origin);
  const signedIn = await api.staff.me().then(
    () => true,
    (error: unknown) => {
      if (!isSignedOut(error)) throw error;
      return false;
    },
  );
  if (signedIn) throw redirect(next);
  return { next, ended: searchParams.has('ended') };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const { staff } = site.api;
  const { way, email, password, missing } = readLogin(await request.formData());
  if (missing) return data({ way, email, ...missing }, { status: 400 });
  try {
    await (way === 'email'
      ? staff.signInWithEmail({ email, password })
      : staff.signInWithPassword({ password }));
  } catch (error) {
    const { status, title = 'Login Failed', text } = refusalOf(error, 'An unexpected error occurred');
    return data({ way, email, title, text, fields: { password: text } }, { status });
  }
  leaveNotice(site, 'signed-in');
  return redirect(nextPath(new URL(request.url).searchParams.get('next'), site.origin));
}

export function meta({ error }: Route.MetaArgs) {
  return error ? backOfficeMeta('Sign in') : [{ name: 'robots', content: 'noindex' }];
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  useSignedOutPage('staff-session', loaderData.next);
  return (
    <>
      <title>{`${actionData ? 'Error: ' : ''}Sign in | Back office`}</title>
      <BackOfficeFrame>
        <LoginForms failure={actionData} ended={loaderData.ended} />
      </BackOfficeFrame>
      <ErrorToasts toast={actionData ?? null} />
    </>
  );
}
