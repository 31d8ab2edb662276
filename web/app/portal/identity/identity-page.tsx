import { loadStepValidator } from '@claimdesk/forms/browser-validator';
import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useEffect, useMemo, useState } from 'react';
import { LatestSuccess, ToastProvider, ToastRegion } from '#web/app/ui/components/toast.tsx';
import { ErrorToast, type Toast } from '#web/app/ui/components/toast-card.tsx';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { IdentitySubmit } from '#web/app/ui/forms/identity-submit.tsx';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';
import { type LivePage, type Shown, useLivePage } from '#web/app/ui/islands/page-data.ts';
import { Slot } from '#web/app/ui/islands/slot.tsx';
import { ProofField } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { type Outcome, useProblem } from '#web/app/ui/sending/outcome.ts';
import { useSending } from '#web/app/ui/sending/use-sending.ts';
import { useSignedOutPage } from '#web/app/ui/session/session-channel.ts';
import type { IdentityData } from './identity-data.server.ts';

interface Props extends Shown<IdentityData> {
  /** Where the form is posted: this page's own address. */
  action: string;
  /** The notice that the previous page left. */
  notice?: Toast | null;
  /** On the login page: where it goes when another tab logs in. */
  next?: string;
}

/**
 * A page that asks for the SSN: to log in, to register, to get a code or to choose a new PIN. The slot `introduction`
 * is between its heading and the form, `help` below.
 */
export function IdentityPage({ action, notice = null, next, ...first }: Props) {
  const live = useLivePage(first);
  const { page: data, outcome } = live.shown;
  const { problem, showProblem } = useProblem(data, outcome);
  const uiSchema = useAskedFields(data.uiSchema, outcome);
  // After a native post the page comes back with empty secret fields; an open page still holds what was typed.
  const [emptied] = useState(outcome !== undefined);
  const title = `${data.title} | ${data.firmName}`;
  return (
    <ToastProvider initial={notice}>
      <div className="wrap step">
        <title>{problem ? `Error: ${title}` : title}</title>
        <ErrorToast error={problem} />
        {problem ? (
          <ErrorSummary
            problem={problem}
            targetOf={(field) => targetOf(data.form, uiSchema, field, problem.values)}
          />
        ) : null}
        <h1>{data.title}</h1>
        {problem ? null : <LatestSuccess />}
        {next === undefined ? null : <SignedOutPage next={next} />}
        <Slot name="introduction" />
        {emptied ? (
          <p className="notice">
            To keep you safe, this page does not keep your Social Security number or your PIN. Please type
            them again.
          </p>
        ) : null}
        <IdentityForm
          data={data}
          live={live}
          uiSchema={uiSchema}
          action={action}
          values={outcome?.kind === 'problems' ? outcome.values : {}}
          errors={problem?.errors ?? {}}
          onProblem={showProblem}
        />
        <Slot name="help" />
        {problem ? null : <ToastRegion />}
      </div>
    </ToastProvider>
  );
}

function SignedOutPage({ next }: { next: string }) {
  useSignedOutPage('client-session', next);
  return null;
}

/**
 * An optional field is hidden until the server requires it; from then on it stays.
 *
 * @returns the form's `uiSchema` without the hidden fields.
 */
function useAskedFields(uiSchema: UiSchema, outcome: Outcome | undefined): UiSchema {
  const [asked, setAsked] = useState<string[]>([]);
  const returned = outcome?.kind === 'problems' ? { ...outcome.errors, ...outcome.values } : {};
  const optional = Object.entries(uiSchema).filter(([, field]) => field['ui:options']?.optional);
  const more = optional.map(([name]) => name).filter((name) => name in returned && !asked.includes(name));
  if (more.length > 0) setAsked([...asked, ...more]);
  return useMemo(() => {
    const shown = Object.entries(uiSchema).map(([name, field]) => {
      const options = field['ui:options'];
      if (!options?.optional) return [name, field];
      if (!asked.includes(name)) return [name, { 'ui:widget': 'hidden' }];
      return [name, { ...field, 'ui:options': { ...options, optional: false } }];
    });
    return Object.fromEntries(shown);
  }, [uiSchema, asked]);
}

interface FormProps {
  data: IdentityData;
  live: LivePage<IdentityData>;
  /** Of the fields that are shown. */
  uiSchema: UiSchema;
  action: string;
  values: Answers;
  errors: FieldErrors;
  onProblem: (problem: Problem | null) => void;
}

/** Posts natively; with script it is checked first and sent without reloading the page. */
function IdentityForm({ data, live, uiSchema, action, values, errors, onProblem }: FormProps) {
  // A second press would count as a second attempt, and only a few are allowed, so it sends once.
  const { send, proof, status } = useSending(live, data, () => onProblem(null));
  const [startValues] = useState(values);
  const [validator] = useState(() => lazyValidator(() => loadStepValidator(data.form, data.step)));
  useEffect(() => void validator.prepare(), [validator]);
  return (
    <JsonForm
      id={data.form}
      action={action}
      schema={data.schema as RJSFSchema}
      uiSchema={uiSchema}
      validator={validator}
      values={startValues}
      errors={errors}
      onInvalid={(found, answers) =>
        onProblem({ ...describeProblem(data.invalid, found, answers), errors: found, values: answers })
      }
      onValid={send}
    >
      <input type="hidden" name="_token" value={data.token} />
      {data.needsProof ? <ProofField proof={proof} /> : null}
      <IdentitySubmit asked={data.schema.properties}>{data.submitLabel}</IdentitySubmit>
      <span className="sending" role="status">
        {status}
      </span>
    </JsonForm>
  );
}
