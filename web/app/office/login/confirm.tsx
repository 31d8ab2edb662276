import { startAuthentication } from '@simplewebauthn/browser';
import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { firstPage, nextPath, singleSignOnPath, untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { actForStaff, forStaff } from '#web/app/office/staff-request.server.ts';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { PlainFields, plainFieldId } from '#web/app/ui/forms/plain-fields.tsx';
import { type FormRefusal, formRefusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/confirm';
import { PasskeyButton } from './passkey-button.tsx';
import { codeQuestion, passwordQuestion } from './questions.ts';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api, origin }) => ({
    ...(await api.staff.confirmation()),
    next: nextPath(page.url.searchParams.get('next'), origin),
  }));
}

export function action(page: Route.ActionArgs) {
  const { origin } = page.context.get(siteContext);
  return actForStaff(
    page,
    async ({ api: { staff } }, posted) => {
      const way = posted.get('way');
      if (way === 'passkey') await staff.confirmWithPasskey({ answer: String(posted.get('answer') ?? '') });
      if (way === 'password') {
        const password = String(posted.get('password') ?? '').slice(0, 200);
        const errors = { password: 'Enter your password' };
        if (password === '') return refuse({ status: 400, title: 'There is a problem', text: '', errors });
        const code = String(posted.get('code') ?? '').slice(0, 60);
        await staff.confirmWithPassword({ password, code });
      }
      return redirect(nextPath(page.url.searchParams.get('next'), origin), 303);
    },
    (error) => refuse(formRefusalOf(error)),
  );
}

function refuse({ status, title, text, errors }: FormRefusal) {
  const problem = { title, text: '', errors: Object.keys(errors).length > 0 ? errors : { password: text } };
  return data(problem, { status });
}

export function meta() {
  return untitledMeta;
}

/** Asks staff to prove again who they are, before actions for which a session is not enough. Posts natively. */
export default function Confirm({
  loaderData: { shared, password, code, passkey, singleSignOn, next },
  actionData,
}: Route.ComponentProps) {
  const problem = useMemo(() => actionData, [actionData]);
  return (
    <>
      <title>{`${problem ? 'Error: ' : ''}Confirm that it is you | Back office`}</title>
      <div className="login">
        {problem ? (
          <ErrorSummary problem={problem} targetOf={(field) => plainFieldId('confirm', field)} />
        ) : null}
        <h1>Confirm that it is you</h1>
        <p>
          What you want to do needs more than an open session. You will not be asked again for a few minutes.
        </p>
        {password ? (
          <StaffForm className="form" noValidate>
            <input type="hidden" name="way" value="password" />
            <PlainFields
              id="confirm"
              questions={[
                passwordQuestion(shared ? 'Admin password' : 'Your password'),
                ...(code ? [codeQuestion] : []),
              ]}
              values={{}}
              errors={problem?.errors ?? {}}
            />
            <button type="submit" className="button">
              Continue
            </button>
          </StaffForm>
        ) : null}
        {passkey && !password ? (
          <p>
            The password alone is not enough for an account with a passkey. If you have lost yours, ask an
            administrator to remove it.
          </p>
        ) : null}
        {passkey ? (
          <StaffForm>
            <input type="hidden" name="way" value="passkey" />
            <PasskeyButton label="Use a passkey" ask={() => startAuthentication({ optionsJSON: passkey })} />
          </StaffForm>
        ) : null}
        {singleSignOn ? (
          <p>
            <a className="button secondary" href={singleSignOnPath(next, true)}>
              Log in again with {singleSignOn}
            </a>
          </p>
        ) : null}
        <p>
          <Link to={firstPage}>Cancel</Link>
        </p>
      </div>
    </>
  );
}
