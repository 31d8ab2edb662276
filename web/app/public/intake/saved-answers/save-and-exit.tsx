import { useState } from 'react';
import { ErrorToast } from '#web/app/ui/components/toast-card.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { type LivePage, type Shown, useLivePage } from '#web/app/ui/islands/page-data.ts';
import { useProblem } from '#web/app/ui/sending/outcome.ts';
import { BirthFields, birthOf, summaryTarget } from './birth-fields.tsx';
import type { LaterData, LaterOutcome } from './finish-later.server.ts';
import { Code, DeleteLink, Mailed } from './saved-for-later.tsx';

/** Offers a link by email, or a code for visitors without an email account of their own, and shows what was issued. */
export function SaveAndExit(first: Shown<LaterData, LaterOutcome>) {
  const live = useLivePage(first);
  const { page, outcome } = live.shown;
  const { form } = page;
  return (
    <div className="wrap step">
      {outcome?.kind === 'mailed' ? (
        <>
          <PageTitle title="Check your email" page={page} />
          <Mailed email={outcome.email} page={page} />
        </>
      ) : outcome?.kind === 'code' ? (
        <>
          <PageTitle title="Your code" page={page} />
          <Code code={outcome.code} page={page} />
        </>
      ) : (
        <Offer live={live} outcome={outcome} />
      )}
      <DeleteLink form={form} />
    </div>
  );
}

interface OfferProps {
  live: LivePage<LaterData, LaterOutcome>;
  outcome: Exclude<LaterOutcome, { kind: 'mailed' | 'code' }> | undefined;
}

function Offer({ live: { shown, busy, post }, outcome }: OfferProps) {
  const { form, shared, keptDays, advance, savedWhole, token, ...page } = shown.page;
  const { problem } = useProblem(page, outcome);
  // What a native post brought back; afterwards the fields hold what is typed.
  const [typed] = useState(problem?.values ?? {});
  const refused = problem?.values ?? {};
  const emailError = problem?.errors.email;
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void post(event.currentTarget);
  };
  return (
    <>
      <PageTitle title={problem ? 'Error: Save and exit' : 'Save and exit'} page={shown.page} />
      <ErrorToast error={problem} />
      {problem ? (
        <ErrorSummary problem={problem} targetOf={(field) => summaryTarget(field, birthOf(refused))} />
      ) : null}
      <a className="back" href={advance}>
        Back to my {form.shortName}
      </a>
      <h1>Save and exit</h1>
      {shared ? (
        <p className="notice">
          You use a shared computer, so your answers go when you close the browser. If you ask for a link or a
          code here, we keep them on our server for {keptDays} days, and only the link or the code opens them.
        </p>
      ) : (
        <p>
          The answers you have given so far are saved for {keptDays} days. Choose how to get back to them, on
          this or any other device: with a link that we email you, or with a code.
        </p>
      )}
      {savedWhole.length > 0 ? <p>Saved only if it was complete: {savedWhole.join(', ')}.</p> : null}
      <h2>Get a link by email</h2>
      <form method="post" className="form" noValidate onSubmit={send}>
        <input type="hidden" name="_token" value={token} />
        <Field
          id="email"
          label="Email address"
          hint={`We use it only to send you this link. The link works once, for ${keptDays} days.`}
          error={emailError}
        >
          <input
            id="email"
            name="email"
            type="email"
            inputMode="email"
            className="input width-20"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={String(typed.email ?? '')}
            aria-required
            aria-describedby={describedBy('email', { hint: true, error: Boolean(emailError) })}
            aria-invalid={emailError ? true : undefined}
          />
        </Field>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          Email me the link
        </button>
      </form>
      <h2>Or get a code</h2>
      <p>
        You write the code down or print it. To continue, enter it with your date of birth. We do not store
        the date: it only locks the code.
      </p>
      <form method="post" className="form" noValidate onSubmit={send}>
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="_way" value="code" />
        <BirthFields typed={birthOf(typed)} refused={birthOf(refused)} error={problem?.errors.birth} />
        <button type="submit" className="button secondary" aria-disabled={busy || undefined}>
          Show me a code
        </button>
      </form>
      <p className="sending" role="status">
        {busy ? 'Sending…' : ''}
      </p>
    </>
  );
}

function PageTitle({ title, page: { form, firm } }: { title: string; page: LaterData }) {
  return <title>{`${title} - ${form.title} | ${firm.firmName}`}</title>;
}
