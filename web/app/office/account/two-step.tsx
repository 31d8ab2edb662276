import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { encode } from 'uqr';
import { ownAccountPath, untitledMeta } from '#web/app/office/back-office.ts';
import { CodeField } from '#web/app/office/login/code-field.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { actForStaff, forStaff } from '#web/app/office/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/two-step';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.staff.twoStepSetup());
}

/** The recovery codes are in the response to this post and nowhere else. */
export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async ({ api: { staff } }, posted) => {
      if (!(await staff.twoStepSetup())) return redirect(ownAccountPath, 303);
      const code = String(posted.get('code') ?? '').trim();
      if (code === '') return refuse(400, 'Enter the code');
      return { codes: await staff.confirmTwoStep({ code: code.slice(0, 60) }), problem: null };
    },
    (error) => {
      const { status, text } = refusalOf(error);
      return refuse(status, text);
    },
  );
}

function refuse(status: number, text: string) {
  const problem = { title: 'There is a problem', text: '', errors: { code: text } };
  return data({ codes: null, problem }, { status });
}

export function meta() {
  return untitledMeta;
}

/** Turns two-step sign-in on: the QR code, and then the recovery codes. Posts natively. */
export default function TwoStep({ loaderData: setup, actionData }: Route.ComponentProps) {
  const problem = useMemo(() => actionData?.problem, [actionData]);
  const heading = actionData?.codes ? 'Your recovery codes' : 'Two-step login';
  return (
    <>
      <title>{`${problem ? 'Error: ' : ''}${heading} | Back office`}</title>
      <p>
        <Link to={ownAccountPath}>Back to your account</Link>
      </p>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>{heading}</h1>
      {actionData?.codes ? <RecoveryCodes codes={actionData.codes} /> : null}
      {setup ? <Setup setup={setup} error={problem?.errors.code} /> : null}
      {setup || actionData?.codes ? null : (
        <p>Nothing is being set up. Turn it on, or off, on the page of your account.</p>
      )}
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className="notice">
        Two-step login is on. Keep these recovery codes in a safe place now: this page shows them only once.
        Each signs you in once when you are without your phone.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  );
}

function Setup({
  setup,
  error,
}: {
  setup: NonNullable<Outputs['staff']['twoStepSetup']>;
  error: string | undefined;
}) {
  return (
    <>
      <p className="prose">
        Scan this code with an authenticator app on your phone, then type the six digits that the app shows.
      </p>
      <QrCode text={setup.uri} />
      <p>
        Without a camera, type this key into the app:{' '}
        <span className="totp-key">{inFours(setup.secret)}</span>
      </p>
      <StaffForm className="form" noValidate>
        <CodeField error={error} />
        <button type="submit" className="button">
          Turn on
        </button>
      </StaffForm>
    </>
  );
}

/** Apps ignore the spaces, which make 32 characters easier to type or to hear. */
function inFours(key: string): string {
  return key.replace(/.{4}(?=.)/g, '$& ');
}

/** Dark on light in every color scheme, because cameras cannot read it otherwise. */
function QrCode({ text }: { text: string }) {
  const { data: rows, size } = encode(text, { border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the app">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
