import type { UiSchema } from '@rjsf/utils';
import { useMemo, useState } from 'react';
import { LatestSuccess, ToastProvider, ToastRegion } from '#web/app/ui/components/toast.tsx';
import type { Toast } from '#web/app/ui/components/toast-card.tsx';
import { ErrorToast } from '#web/app/ui/components/toast-card.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { type Shown, useLivePage } from '#web/app/ui/islands/page-data.ts';
import { Slot } from '#web/app/ui/islands/slot.tsx';
import { type Outcome, useProblem } from '#web/app/ui/sending/outcome.ts';
import { useSignedOutPage } from '#web/app/ui/session/session-channel.ts';
import type { IdentityData } from './identity-data.server.ts';
import { IdentityForm } from './identity-form.tsx';

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
  const told = outcome?.kind === 'problems' ? { ...outcome.errors, ...outcome.values } : {};
  const optional = Object.entries(uiSchema).filter(([, field]) => field['ui:options']?.optional);
  const more = optional.map(([name]) => name).filter((name) => name in told && !asked.includes(name));
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
