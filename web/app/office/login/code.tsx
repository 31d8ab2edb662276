import { useMemo } from 'react';
import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { loginPath, nextPath, untitledMeta } from '#web/app/office/back-office.ts';
import { BackOfficeFrame } from '#web/app/office/back-office-frame.tsx';
import { leaveNotice } from '#web/app/office/staff-request.server.ts';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { PlainFields, plainFieldId } from '#web/app/ui/forms/plain-fields.tsx';
import { type FormRefusal, formRefusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/code';
import { codeQuestion } from './questions.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return { again: loginPath(nextPath(url.searchParams.get('next'), context.get(siteContext).origin)) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const code = String((await request.formData()).get('code') ?? '').trim();
  const title = 'There is a problem';
  if (code === '') return refuse({ status: 400, title, text: '', errors: { code: 'Enter the code' } });
  try {
    await site.api.staff.signInWithCode({ code: code.slice(0, 60) });
  } catch (error) {
    return refuse(formRefusalOf(error));
  }
  leaveNotice(site, 'signed-in');
  return redirect(nextPath(url.searchParams.get('next'), site.origin), 303);
}

function refuse(refused: FormRefusal) {
  return data(refused, { status: refused.status });
}

export function meta() {
  return untitledMeta;
}

/** The second step of signing in. Runs no script: one field is all there is. */
export default function Code({ loaderData: { again }, actionData }: Route.ComponentProps) {
  const problem = useMemo(() => actionData && { ...actionData, errors: errorsOf(actionData) }, [actionData]);
  return (
    <BackOfficeFrame>
      <title>{`${problem ? 'Error: ' : ''}Enter your code | Back office`}</title>
      <div className="login">
        {problem ? (
          <ErrorSummary problem={problem} targetOf={(field) => plainFieldId('login', field)} />
        ) : null}
        <h1>Enter your code</h1>
        <p>Open your authenticator app and type the six digits that it shows for the back office.</p>
        <form method="post" className="form" noValidate>
          <PlainFields id="login" questions={[codeQuestion]} values={{}} errors={problem?.errors ?? {}} />
          <button type="submit" className="button">
            Log In
          </button>
        </form>
        <p>
          <a href={again}>Start again</a>
        </p>
      </div>
    </BackOfficeFrame>
  );
}

/** A refusal without a field is shown at the only field. */
function errorsOf({ errors, text }: FormRefusal): Record<string, string> {
  return { code: errors.code ?? text };
}
