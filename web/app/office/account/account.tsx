import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { ownAccountPath, passkeysPath, untitledMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { PasswordField } from '#web/app/office/login/password-field.tsx';
import { roles } from '#web/app/office/staff/account-words.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { actForStaff, forStaff, redirectWithNotice } from '#web/app/office/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import {
  type FormRefusal,
  formRefusalOf,
  isRefused,
  refusalOf,
} from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/account';

/** Which form of the page was posted. */
type Verb = 'password' | 'begin' | 'end';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.staff.account());
}

export function action(page: Route.ActionArgs) {
  return actForStaff(page, change, (error, posted) => {
    const refused = isRefused(error, 'forbidden', 'conflict')
      ? { ...refusalOf(error), title: 'Nothing was changed', errors: {} }
      : formRefusalOf(error);
    return refuse(verbOf(posted), refused);
  });
}

async function change(site: SiteContext, posted: FormData) {
  const { staff } = site.api;
  const verb = verbOf(posted);
  const text = (name: string) => String(posted.get(name) ?? '').slice(0, 200);
  if (verb === null) return redirect(ownAccountPath, 303);
  const [password, next] = [text('password'), text('next')];
  const errors = {
    ...(password ? {} : { password: 'Enter your password' }),
    ...(verb === 'password' && !next ? { next: 'Enter the new password' } : {}),
  };
  if (Object.keys(errors).length > 0)
    return refuse(verb, { status: 400, title: 'There is a problem', text: '', errors });
  if (verb === 'begin') {
    await staff.beginTwoStep({ password });
    return redirect(`${ownAccountPath}/two-step`, 303);
  }
  await (verb === 'password' ? staff.changePassword({ password, next }) : staff.endTwoStep({ password }));
  return redirectWithNotice(site, ownAccountPath, verb === 'password' ? 'password-changed' : 'two-step-off');
}

function verbOf(posted: FormData): Verb | null {
  const verb = posted.get('do');
  return verb === 'password' || verb === 'begin' || verb === 'end' ? verb : null;
}

function refuse(verb: Verb | null, { status, ...problem }: FormRefusal) {
  return data({ verb, problem }, { status });
}

export function meta() {
  return untitledMeta;
}

/** The signed-in user's account. Its forms post natively. */
export default function Account({ loaderData: account, actionData }: Route.ComponentProps) {
  const problem = useMemo(() => actionData?.problem, [actionData]);
  const errorsOf = (verb: Verb): Record<string, string> =>
    actionData?.verb === verb ? actionData.problem.errors : {};
  const second = account.twoStep ? 'end' : 'begin';
  return (
    <>
      <title>{`${problem ? 'Error: ' : ''}Your account | Back office`}</title>
      <BackToDashboard />
      {problem ? (
        <ErrorSummary
          problem={problem}
          targetOf={(field) => (field === 'next' ? field : idOf(actionData?.verb ?? null))}
        />
      ) : null}
      <h1>Your account</h1>
      {problem ? null : <LatestSuccess />}
      {account.email === null ? (
        <p className="prose">
          You logged in with the shared password, which has no settings of its own. Ask an administrator for
          an account with your name.
        </p>
      ) : (
        <>
          <Facts account={account} />
          {account.hasPassword ? (
            <>
              <section className="titled" aria-labelledby="password-title">
                <h2 id="password-title">Password</h2>
                <StaffForm className="form" noValidate>
                  <PasswordField
                    id={idOf('password')}
                    label="Current password"
                    error={errorsOf('password').password}
                  />
                  <PasswordField
                    id="next"
                    name="next"
                    label="New password"
                    hint="At least 12 characters. Three or four words in a row work well."
                    isNew
                    error={errorsOf('password').next}
                  />
                  <button type="submit" name="do" value="password" className="button">
                    Change password
                  </button>
                  <p className="hint">Signs this account out everywhere else.</p>
                </StaffForm>
              </section>
              <section className="titled" aria-labelledby="two-step-title">
                <h2 id="two-step-title">Two-step login</h2>
                <p className="prose">
                  {account.twoStep
                    ? `On. After the password you type a code from your phone. You have ${account.recoveryCodes} recovery ${account.recoveryCodes === 1 ? 'code' : 'codes'} left. For new ones, turn it off and on again.`
                    : 'Off. Turn it on to be asked for a code from your phone after the password, so that a stolen password alone opens nothing.'}
                </p>
                <StaffForm className="form" noValidate>
                  <PasswordField id={idOf(second)} label="Your password" error={errorsOf(second).password} />
                  <button
                    type="submit"
                    name="do"
                    value={second}
                    className={account.twoStep ? 'button danger' : 'button'}
                  >
                    {account.twoStep ? 'Turn off two-step login' : 'Turn on two-step login'}
                  </button>
                </StaffForm>
              </section>
            </>
          ) : (
            <p className="prose">You log in without a password of the back office.</p>
          )}
          <section className="titled" aria-labelledby="passkeys-title">
            <h2 id="passkeys-title">Passkeys</h2>
            <p className="prose">
              {account.passkeys.length > 0
                ? `You have ${account.passkeys.length}: ${account.passkeys.map(({ name }) => name).join(', ')}.`
                : 'Log in with your fingerprint, your face or the PIN of your device, without a password.'}
            </p>
            <p>
              <Link className="button secondary" to={passkeysPath}>
                {account.passkeys.length > 0 ? 'Change passkeys' : 'Add a passkey'}
              </Link>
            </p>
          </section>
        </>
      )}
      <p>
        <Link to="/admin/sign-out-everywhere">Log out everywhere</Link>
      </p>
    </>
  );
}

/** @returns the id of the current-password field in one of the forms. */
function idOf(verb: Verb | null): string {
  return verb === 'password' ? 'present-password' : 'two-step-password';
}

function Facts({ account: { name, email, role } }: { account: Outputs['staff']['account'] }) {
  return (
    <dl className="record">
      <div>
        <dt>Name</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>{roles[role].label}</dd>
      </div>
    </dl>
  );
}
