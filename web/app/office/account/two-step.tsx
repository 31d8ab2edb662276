import { useState } from 'react';
import { Link } from 'react-router';
import { firstPage, ownAccountPath, untitledMeta } from '#web/app/office/back-office.ts';
import { ChangeForm, PageForm } from '#web/app/office/change-form.tsx';
import { presentForm } from '#web/app/office/open-form.server.ts';
import { twoStepText } from '#web/app/office/staff/account-words.ts';
import { forStaff } from '#web/app/office/staff-request.server.ts';
import { type Inputs, type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { qrPath } from '#web/app/ui/qr-path.ts';
import type { Route } from './+types/two-step';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api: { staff } }) => {
    const account = await staff.account();
    const setup = account.hasBegunTwoStep ? await staff.twoStepSetup() : null;
    const question = account.twoStep ? 'password-and-code' : 'password';
    return { account, setup, form: presentForm(setup ? 'two-step-code' : question) };
  });
}

export function meta() {
  return untitledMeta;
}

const title = 'Two-step login';

/** Turns two-step sign-in on, in three steps: the password, a code of the app, the recovery codes. Turns it off again. */
export default function TwoStep({ loaderData }: Route.ComponentProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <>
      <p>
        <Link to={ownAccountPath}>Back to your account</Link>
      </p>
      {codes ? <RecoveryCodes codes={codes} /> : <Step {...loaderData} onConfirmed={setCodes} />}
    </>
  );
}

interface StepProps extends Pick<Route.ComponentProps['loaderData'], 'account' | 'setup' | 'form'> {
  onConfirmed: (codes: readonly string[]) => void;
}

function Step({ account, setup, form, onConfirmed }: StepProps) {
  // The recovery codes are in this answer and nowhere else.
  const confirm = trpc.staff.confirmTwoStep.useMutation({ gcTime: 0 });
  const begin = trpc.staff.beginTwoStep.useMutation({ gcTime: 0 });
  const end = trpc.staff.endTwoStep.useMutation({ gcTime: 0 });
  const { email, hasPassword, twoStep } = account;
  if (email === null || !hasPassword)
    return (
      <>
        <title>{`${title} | Back office`}</title>
        <h1>{title}</h1>
        <p>It is for accounts that log in with a password of their own.</p>
      </>
    );
  if (setup)
    return (
      <ChangeForm
        title={title}
        form={form}
        save={({ code }) => confirm.mutateAsync({ code: String(code) })}
        onSaved={onConfirmed}
      >
        <Setup setup={setup} />
      </ChangeForm>
    );
  return (
    <PageForm
      title={title}
      form={form}
      button={twoStep ? 'Turn off two-step login' : 'Turn on two-step login'}
      look={twoStep ? 'danger' : undefined}
      save={(answers) =>
        twoStep
          ? end.mutateAsync(answers as Inputs['staff']['endTwoStep'])
          : begin.mutateAsync(answers as Inputs['staff']['beginTwoStep'])
      }
      done={
        twoStep
          ? { title: 'Two-step login is off', text: 'Logging in no longer asks for a code.' }
          : undefined
      }
    >
      <h1>{title}</h1>
      <LatestSuccess />
      {account.mustSetUpTwoStep ? (
        <p className="notice warn">
          An administrator requires two-step login of your account. Set it up to continue. You need an
          authenticator app on your phone.
        </p>
      ) : null}
      <p className="prose">{twoStepText(account)}</p>
    </PageForm>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <title>Your recovery codes | Back office</title>
      <h1 tabIndex={-1} ref={focus}>
        Your recovery codes
      </h1>
      <p className="notice">
        Two-step login is on. Keep these recovery codes in a safe place now: this page shows them only once.
        Each signs you in once when you are without your phone.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        {/* By a full page load: an account that had to set it up could open nothing else before. */}
        <Link className="button" to={firstPage} reloadDocument>
          Continue
        </Link>
      </p>
    </>
  );
}

/** The button that was pressed is gone. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

function Setup({ setup }: { setup: NonNullable<Outputs['staff']['twoStepSetup']> }) {
  return (
    <>
      <h1>{title}</h1>
      <p className="prose">
        Scan this code with an authenticator app on your phone, then type the six digits that the app shows.
      </p>
      <QrCode text={setup.uri} />
      <p>
        Without a camera, type this key into the app:{' '}
        <span className="totp-key">{inFours(setup.secret)}</span>
      </p>
    </>
  );
}

/** Apps ignore the spaces, which make 32 characters easier to type or to hear. */
function inFours(key: string): string {
  return key.replace(/.{4}(?=.)/g, '$& ');
}

/** Dark on light in every color scheme, because cameras cannot read it otherwise. */
function QrCode({ text }: { text: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the app">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
