import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { describedBy, hintId } from '../../forms/field-ids.ts';
import { ErrorToasts } from '../../forms/toasts.tsx';
import { BirthFields, FieldError, summaryTarget } from './birth-fields.tsx';
import type { Later } from './finish-later.server.ts';
import { PageTitle } from './page-title.tsx';
import { DeleteLink } from './saved-for-later.tsx';
import { useIntakeForm } from './use-intake-form.ts';

interface Props {
  token: string;
  keptDays: number;
  goOn: string;
  problem: Extract<Later, { kind: 'problems' }> | null;
}

/** A link by mail, or a code for who has no mail or shares it. */
export function WaysToGoOn({ token, keptDays, goOn, problem }: Props) {
  const form = useIntakeForm();
  const busy = useNavigation().state !== 'idle';
  const [typed] = useState(problem);
  const wrongMail = problem?.errors.email;
  const wait = (event: React.FormEvent) => busy && event.preventDefault();
  return (
    <div className="wrap step">
      <PageTitle title="Finish later" wrong={problem !== null} />
      <ErrorToasts toast={problem} />
      {problem ? <ErrorSummary problem={problem} targetOf={summaryTarget} /> : null}
      <a className="back" href={goOn}>
        Back to my {form.noun}
      </a>
      <h1>Finish later</h1>
      <p>
        The answers you have given so far are saved for {keptDays} days. Choose how you want to go on with
        them, on this or any other device: with a link that we email you, or with a code.
      </p>
      <h2>Get a link by email</h2>
      <Form method="post" className="form" noValidate onSubmit={wait}>
        <input type="hidden" name="_token" value={token} />
        <div className={wrongMail ? 'field has-error' : 'field'}>
          <label htmlFor="email">Email address</label>
          <p className="hint" id={hintId('email')}>
            We use it only to send you this link. The link works for {keptDays} days.
          </p>
          <FieldError id="email" message={wrongMail} />
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
            aria-describedby={describedBy('email', { hint: true, error: Boolean(wrongMail) })}
            aria-invalid={wrongMail ? true : undefined}
          />
        </div>
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
        <BirthFields typed={typed?.birth ?? { month: '', day: '', year: '' }} error={problem?.errors.birth} />
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
