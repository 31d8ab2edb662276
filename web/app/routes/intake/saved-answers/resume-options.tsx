import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { ErrorToast } from '#web/app/components/toast-card.tsx';
import { ErrorSummary } from '#web/app/forms/error-summary.tsx';
import { Field } from '#web/app/forms/field.tsx';
import { describedBy } from '#web/app/forms/field-ids.ts';
import { useIntakeForm } from '#web/app/intake/use-intake-form.ts';
import { BirthFields, summaryTarget } from './birth-fields.tsx';
import type { LaterOutcome } from './finish-later.server.ts';
import { DeleteLink, PageTitle } from './saved-for-later.tsx';

interface Props {
  token: string;
  keptDays: number;
  shared: boolean;
  advance: string;
  problem: Extract<LaterOutcome, { kind: 'problems' }> | null;
}

/** Offers a link by email, or a code for visitors who have no email or share theirs. */
export function ResumeOptions({ token, keptDays, shared, advance, problem }: Props) {
  const form = useIntakeForm();
  const busy = useNavigation().state !== 'idle';
  const [typed] = useState(problem);
  const emailError = problem?.errors.email;
  const wait = (event: React.FormEvent) => busy && event.preventDefault();
  return (
    <div className="wrap step">
      <PageTitle title="Save and exit" wrong={problem !== null} />
      <ErrorToast error={problem} />
      {problem ? (
        <ErrorSummary problem={problem} targetOf={(field) => summaryTarget(field, problem.birth)} />
      ) : null}
      <a className="back" href={advance}>
        Back to my {form.noun}
      </a>
      <h1>Save and exit</h1>
      {shared ? (
        <p className="notice">
          You use a shared computer, so your answers go when you close the browser. If you ask for a link or a
          code here, we keep them on our server for {keptDays} days, and only the link or the code opens them.
        </p>
      ) : (
        <p>
          The answers you have given so far are saved for {keptDays} days. Choose how you want to go on with
          them, on this or any other device: with a link that we email you, or with a code.
        </p>
      )}
      <h2>Get a link by email</h2>
      <Form method="post" className="form" noValidate onSubmit={wait}>
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
            defaultValue={typed?.email ?? ''}
            aria-required
            aria-describedby={describedBy('email', { hint: true, error: Boolean(emailError) })}
            aria-invalid={emailError ? true : undefined}
          />
        </Field>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          Email me the link
        </button>
      </Form>
      <h2>Or get a code</h2>
      <p>
        You write the code down or print it. To go on, you enter it together with your date of birth. We do
        not store the date: it only locks the code.
      </p>
      <Form method="post" className="form" noValidate onSubmit={wait}>
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="_way" value="code" />
        <BirthFields
          typed={typed?.birth ?? { month: '', day: '', year: '' }}
          refused={problem?.birth}
          error={problem?.errors.birth}
        />
        <button type="submit" className="button secondary" aria-disabled={busy || undefined}>
          Show me a code
        </button>
      </Form>
      <p className="sending" role="status">
        {busy ? 'Sending…' : ''}
      </p>
      <DeleteLink />
    </div>
  );
}
