import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  calendarAddressPath,
  ownAccountPath,
  passkeysPath,
  twoStepPath,
  untitledMeta,
} from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { ChangeForm, PageForm } from '#web/app/office/change-form.tsx';
import { type FormParts, presentForm } from '#web/app/office/open-form.server.ts';
import { roles, twoStepText } from '#web/app/office/staff/account-words.ts';
import { forStaff } from '#web/app/office/staff-request.server.ts';
import { type Inputs, type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess, useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/account';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => {
    const account = await api.staff.account();
    return { account, form: presentForm(account.twoStep ? 'new-password-and-code' : 'new-password') };
  });
}

export function meta() {
  return untitledMeta;
}

/** The signed-in user's account. */
export default function Account({ loaderData: { account, form } }: Route.ComponentProps) {
  const { name, email, role, hasPassword, passkeys } = account;
  const about = (
    <>
      <h1>Your account</h1>
      <LatestSuccess />
      {email === null ? (
        <p className="prose">
          You logged in with the shared password, which has no settings of its own. Ask an administrator for
          an account with your name.
        </p>
      ) : (
        <dl className="record">
          <Fact label="Name">{name}</Fact>
          <Fact label="Email">{email}</Fact>
          <Fact label="Role">{roles[role].label}</Fact>
        </dl>
      )}
    </>
  );
  return (
    <>
      <BackToDashboard />
      {email !== null && hasPassword ? (
        <NewPassword form={form}>{about}</NewPassword>
      ) : (
        <>
          <title>Your account | Back office</title>
          {about}
        </>
      )}
      {email === null ? null : (
        <>
          {hasPassword ? (
            <section className="titled">
              <h2>Two-step login</h2>
              <p className="prose">{twoStepText(account)}</p>
              <p>
                <Link className="button secondary" to={twoStepPath}>
                  {account.twoStep ? 'Turn off two-step login' : 'Turn on two-step login'}
                </Link>
              </p>
            </section>
          ) : (
            <p className="prose">You log in without a password of the back office.</p>
          )}
          <section className="titled">
            <h2>Passkeys</h2>
            <p className="prose">
              {passkeys.length > 0
                ? `You have ${passkeys.length}: ${passkeys.map((passkey) => passkey.name).join(', ')}.`
                : 'Log in with your fingerprint, your face or the PIN of your device, without a password.'}
            </p>
            <p>
              <Link className="button secondary" to={passkeysPath}>
                {passkeys.length > 0 ? 'Change passkeys' : 'Add a passkey'}
              </Link>
            </p>
          </section>
          <WhatIsDue account={account} />
        </>
      )}
      <p>
        <Link to="/admin/sign-out-everywhere">Log out everywhere</Link>
      </p>
    </>
  );
}

/** How what is due reaches its owner outside the back office. */
function WhatIsDue({ account: { calendarMadeAt, dueMail } }: { account: Outputs['staff']['account'] }) {
  const end = trpc.staff.endCalendarAddress.useMutation();
  const set = trpc.staff.setDueMail.useMutation();
  return (
    <>
      <section className="titled">
        <h2>Calendar in other apps</h2>
        <p className="prose">
          {calendarMadeAt
            ? `An address for your calendar was made on ${longEasternDate(calendarMadeAt)}. Whoever has it reads what you have to do, without names of clients.`
            : 'See what you have to do in the calendar on your phone or computer, without names of clients.'}
        </p>
        <p>
          <Link className="button secondary" to={calendarAddressPath}>
            {calendarMadeAt ? 'Make a new address' : 'Make an address'}
          </Link>
        </p>
        {calendarMadeAt ? (
          <PageForm
            button="End the address"
            look="secondary"
            save={() => end.mutateAsync()}
            done={{ title: 'The address has ended', text: 'Calendar apps find nothing there anymore.' }}
          />
        ) : null}
      </section>
      <section className="titled">
        <h2>Morning mail</h2>
        <p className="prose">
          {dueMail
            ? 'At 7 AM on days when the office is open you get mail about what is overdue, due today and due in 7 days, without names of clients. When nothing is due, there is none.'
            : 'You get no mail about what you have to do.'}
        </p>
        <PageForm
          button={dueMail ? 'Turn off the morning mail' : 'Turn on the morning mail'}
          look="secondary"
          save={() => set.mutateAsync({ wanted: !dueMail })}
          done={
            dueMail
              ? { title: 'The morning mail is off', text: 'You get no more of it.' }
              : { title: 'The morning mail is on', text: 'It comes at 7 AM when something is due.' }
          }
        />
      </section>
    </>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A new password ends the session that the page was opened with, and with it the token of its native forms. */
function NewPassword({ form, children }: { form: FormParts; children: React.ReactNode }) {
  const change = trpc.staff.changePassword.useMutation({ gcTime: 0 });
  // As the page was loaded.
  const [{ state }] = useState(useLocation());
  const navigate = useNavigate();
  const showToast = useShowToast();
  useEffect(() => {
    if (!state?.changed) return;
    showToast({
      kind: 'success',
      title: 'Password changed',
      text: 'This account is logged out everywhere else.',
    });
    void navigate(ownAccountPath, { replace: true, state: null });
  }, [state, showToast, navigate]);
  return (
    <ChangeForm
      title="Your account"
      form={form}
      save={(answers) => change.mutateAsync(answers as Inputs['staff']['changePassword'])}
      onSaved={async () => {
        await navigate(ownAccountPath, { replace: true, state: { changed: true } });
        window.location.reload();
      }}
    >
      {children}
      <div className="titled">
        <h2>Password</h2>
        <p className="prose">A new password signs this account out everywhere else.</p>
      </div>
    </ChangeForm>
  );
}
