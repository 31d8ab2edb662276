import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { backOfficeMeta, codePath, nextPath } from '#web/app/office/back-office.ts';
import { BackOfficeFrame } from '#web/app/office/back-office-frame.tsx';
import { notices } from '#web/app/office/notices.ts';
import { leaveNotice, takeNotice } from '#web/app/office/staff-request.server.ts';
import { ErrorToast } from '#web/app/ui/components/toast-card.tsx';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import { useSignedOutPage } from '#web/app/ui/session/session-channel.ts';
import type { Route } from './+types/login';
import { LoginForms } from './login-forms.tsx';
import { loginFailed, readLogin } from './read-login.ts';

export const handle = { hydrate: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { api, origin } = site;
  const { searchParams } = url;
  const next = nextPath(searchParams.get('next'), origin);
  const signedIn = await api.staff.me().then(
    () => true,
    (error: unknown) => {
      if (!isSignedOut(error)) throw error;
      return false;
    },
  );
  if (signedIn) throw redirect(next);
  const notice = takeNotice(site);
  const [challenge, ways] = await Promise.all([api.staff.challenge(), api.staff.ways()]);
  return {
    next,
    ended: searchParams.has('ended'),
    notice: notice === 'signed-out' || notice === 'signed-out-everywhere' ? notices[notice].text : null,
    challenge,
    ways,
  };
}

/** A proof of work counts for one attempt, so every refusal needs another challenge. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult ? true : defaultShouldRevalidate;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const { staff } = site.api;
  const { way, email, password, answer, proof, missing } = readLogin(await request.formData());
  if (missing) return data({ way, email, again: false, ...missing }, { status: 400 });
  try {
    if (way === 'passkey') await staff.signInWithPasskey({ answer });
    else {
      const { codeNeeded } = await (way === 'email'
        ? staff.signInWithEmail({ email, password, proof })
        : staff.signInWithPassword({ password, proof }));
      if (codeNeeded) return redirect(codePath + url.search);
    }
  } catch (error) {
    const { status, title, text } = refusalOf(error, loginFailed);
    const again = isRefused(error, 'too-many', 'unavailable');
    const fields = { [way === 'passkey' ? 'passkey' : 'password']: text };
    return data({ way, email, again, title, text, fields }, { status });
  }
  leaveNotice(site, 'signed-in');
  return redirect(nextPath(url.searchParams.get('next'), site.origin));
}

export function meta({ error }: Route.MetaArgs) {
  return error ? backOfficeMeta('Log in') : [{ name: 'robots', content: 'noindex' }];
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  useSignedOutPage('staff-session', loaderData.next);
  return (
    <>
      <title>{`${actionData ? 'Error: ' : ''}Log in | Back office`}</title>
      <BackOfficeFrame>
        <LoginForms
          failure={actionData}
          ended={loaderData.ended}
          notice={loaderData.notice}
          challenge={loaderData.challenge}
          next={loaderData.next}
          ways={loaderData.ways}
        />
      </BackOfficeFrame>
      <ErrorToast error={actionData ?? null} />
    </>
  );
}
