import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { forClient, leaveClientNotice } from '#web/app/portal/client-request.server.ts';
import { NoContractYet } from '#web/app/portal/confirm-first.tsx';
import { portal } from '#web/app/portal/portal.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { confirmAccountHref } from '#web/app/ui/pages/navigation.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import { isRefused, readFormRefusal } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import type { Route } from './+types/confirm';

const title = 'Confirm your account';

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title,
    description: 'The portal for clients.',
    path: confirmAccountHref,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => ({ isConfirmed: (await api.clients.me()).confirmBy === null }));
}

/** Posts natively, with and without script. */
export function action(page: Route.ActionArgs) {
  return forClient(page, async ({ api }) => {
    const code = String((await page.request.formData()).get('code') ?? '').trim();
    if (code === '') return data(refuseEmpty(), { status: 400 });
    try {
      await api.clients.confirmWithCode({ code: code.slice(0, 40) });
    } catch (error) {
      // Pressed twice, or typed in two tabs: the account is confirmed already.
      if (!isRefused(error, 'conflict')) {
        const refusal = isSignedOut(error) ? null : readFormRefusal(error);
        if (!refusal) throw error;
        return data({ ...refusal, typed: code }, { status: refusal.status });
      }
    }
    leaveClientNotice(page.context.get(siteContext), 'account-confirmed');
    throw redirect(portal.firstPage, 303);
  });
}

function refuseEmpty() {
  const text = 'Enter the code';
  return { title: 'Missing Information', text, errors: { code: text }, typed: '' };
}

/** Where the client types the code that our office read out. */
export default function Confirm({ loaderData: { isConfirmed }, actionData }: Route.ComponentProps) {
  const firm = useLayoutData();
  const problem = useMemo(
    () => (actionData && !isConfirmed ? actionData : undefined),
    [actionData, isConfirmed],
  );
  const name = [`${title}, Client Portal`, firm?.firmName].filter(Boolean).join(' | ');
  return (
    <>
      <title>{problem ? `Error: ${name}` : name}</title>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>{title}</h1>
      {isConfirmed ? (
        <p>
          Your account is confirmed. <Link to={portal.firstPage}>Go to the dashboard</Link>
        </p>
      ) : (
        <>
          <p className="prose">
            We call you at the phone number in your contract and read out a code. Type it here. That shows us
            that you made this account. We never ask for your PIN.
          </p>
          <CodeForm error={problem?.errors.code} typed={problem?.typed} />
          <p className="prose">
            No code yet? Please call us
            <CallUs otherwise="."> at</CallUs>
          </p>
          <NoContractYet />
        </>
      )}
    </>
  );
}

function CodeForm({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  return (
    <form className="form" method="post" noValidate>
      <Field
        id="code"
        label="Code that we gave you"
        hint="Eight letters and numbers. Capital letters and the dash do not matter."
        error={error}
      >
        <input
          className="input width-10"
          id="code"
          name="code"
          type="text"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy('code', { hint: true, error: Boolean(error) })}
        />
      </Field>
      <button type="submit" className="button">
        Confirm my account
      </button>
    </form>
  );
}
