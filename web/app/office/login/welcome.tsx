import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { codePath, firstPage, untitledMeta } from '#web/app/office/back-office.ts';
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

type Outcome = { kind: 'ended' } | ({ kind: 'problems' } & FormRefusal);

/**
 * Only shows a form: mail scanners open links too, and must not use them up. The page runs no script, so nothing can read
 * the secret in its URL.
 */
export function loader({ url }: Route.LoaderArgs) {
  return { link: url.searchParams.get('link') ?? '' };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const posted = await request.formData();
  const text = (name: string) => String(posted.get(name) ?? '');
  const password = text('password');
  const problem = faultOf(password) ?? comparePasswords(password, text('again'));
  if (problem) return refuse({ status: 400, title: 'There is a problem', text: '', errors: problem });
  try {
    const { codeNeeded } = await site.api.staff.setPassword({ link: text('link'), password });
    if (codeNeeded) return redirect(codePath, 303);
  } catch (error) {
    return refuse(formRefusalOf(error));
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

function refuse(refused: FormRefusal) {
  const outcome: Outcome = refused.status === 404 ? { kind: 'ended' } : { kind: 'problems', ...refused };
  return data(outcome, { status: refused.status });
}

export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
}

export function meta() {
  return untitledMeta;
}

/** The page that the link in an invitation or password email opens. */
export default function Welcome({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const problem = actionData?.kind === 'problems' ? actionData : null;
  const hasEnded = actionData?.kind === 'ended' || !link;
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
            <form method="post" className="form" noValidate>
              <input type="hidden" name="link" value={link} />
              <PlainFields id="welcome" questions={questions} values={{}} errors={problem?.errors ?? {}} />
              <button type="submit" className="button">
                Save and log in
              </button>
            </form>
          </>
        )}
      </div>
    </BackOfficeFrame>
  );
}
