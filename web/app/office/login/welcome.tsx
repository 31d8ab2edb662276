import { useSyncExternalStore } from 'react';
import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { codePath, firstPage, untitledMeta, welcomePath } from '#web/app/office/back-office.ts';
import { BackOfficeFrame } from '#web/app/office/back-office-frame.tsx';
import { leaveNotice } from '#web/app/office/staff-request.server.ts';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { PlainFields, plainFieldId } from '#web/app/ui/forms/plain-fields.tsx';
import { type FormRefusal, formRefusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/welcome';
import { passwordQuestion } from './questions.ts';

const autocomplete = 'new-password';
const hint = 'At least 12 characters. Three or four words in a row work well.';
const questions = [
  passwordQuestion('New password', { hint, autocomplete }),
  passwordQuestion('New password, once more', { name: 'again', autocomplete }),
];

type Outcome = { kind: 'ended' } | ({ kind: 'problems'; link: string } & FormRefusal);

export const handle = { hydrate: true };

/**
 * Only shows a form: mail scanners open links too, and must not use them up. The secret of a link is in the fragment of its address,
 * which never gets here. It was in the query of links that were sent before, each good for a week: there it leaves the address at
 * once.
 */
export function loader({ url }: Route.LoaderArgs) {
  const link = url.searchParams.get('link');
  if (link !== null) throw redirect(`${welcomePath}#${new URLSearchParams({ link })}`);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const posted = await request.formData();
  const text = (name: string) => String(posted.get(name) ?? '');
  const password = text('password');
  const link = text('link').slice(0, 100);
  const problem = faultOf(password) ?? comparePasswords(password, text('again'));
  if (problem) return refuse({ status: 400, title: 'There is a problem', text: '', errors: problem }, link);
  try {
    const { codeNeeded } = await site.api.staff.setPassword({ link, password });
    if (codeNeeded) return redirect(codePath, 303);
  } catch (error) {
    return refuse(formRefusalOf(error), link);
  }
  leaveNotice(site, 'signed-in');
  return redirect(firstPage, 303);
}

function faultOf(password: string): Record<string, string> | null {
  if (password === '') return { password: 'Enter a password' };
  return password.length > 200 ? { password: 'Use at most 200 characters' } : null;
}

function comparePasswords(password: string, again: string): Record<string, string> | null {
  return password === again ? null : { again: 'Both passwords have to be the same' };
}

function refuse(refused: FormRefusal, link: string) {
  const outcome: Outcome =
    refused.status === 404 ? { kind: 'ended' } : { kind: 'problems', link, ...refused };
  return data(outcome, { status: refused.status });
}

export function meta() {
  return untitledMeta;
}

/** The page that the link in an invitation or password email opens. */
export default function Welcome({ actionData }: Route.ComponentProps) {
  const problem = actionData?.kind === 'problems' ? actionData : null;
  const opened = useSyncExternalStore(onOtherLink, readLink, () => null);
  const link = problem ? problem.link : opened;
  const hasEnded = actionData?.kind === 'ended' || link === '';
  const heading = hasEnded ? 'This link no longer works' : 'Choose a password';
  return (
    <BackOfficeFrame>
      <title>{`${problem ? 'Error: ' : ''}${heading} | Back office`}</title>
      <div className="login">
        {problem ? (
          <ErrorSummary problem={problem} targetOf={(field) => plainFieldId('welcome', field)} />
        ) : null}
        {hasEnded ? (
          <>
            <h1>{heading}</h1>
            <p>
              Each link works once, for seven days, and a newer one replaces it. Ask an administrator for a
              new one. If you have chosen your password, log in with it.
            </p>
            <p>
              <a className="button" href="/admin/login">
                Log in
              </a>
            </p>
          </>
        ) : (
          <>
            <h1>{heading}</h1>
            <noscript>
              <p className="notice warn">
                The back office needs JavaScript, which is turned off in this browser. Turn it on in the
                settings of the browser, then open the link again.
              </p>
            </noscript>
            <form method="post" action={welcomePath} className="form" noValidate>
              <input type="hidden" name="link" value={link ?? ''} />
              <PlainFields id="welcome" questions={questions} values={{}} errors={problem?.errors ?? {}} />
              {/* Before the script runs, the secret of the link is not in the form. */}
              <button type="submit" className="button" disabled={link === null}>
                Save and log in
              </button>
            </form>
          </>
        )}
      </div>
    </BackOfficeFrame>
  );
}

/** @returns the secret in the fragment of the address; '' without one. */
function readLink(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('link') ?? '';
}

/** Another link, opened while this page is, changes no more than the fragment. */
function onOtherLink(change: () => void): () => void {
  window.addEventListener('hashchange', change);
  return () => window.removeEventListener('hashchange', change);
}
