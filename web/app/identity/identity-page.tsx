import { useState } from 'react';
import { LatestSuccess, type Toast, ToastProvider, ToastRegion } from '../components/toast.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { targetOf } from '../forms/field-ids.ts';
import { ErrorToasts } from '../forms/toasts.tsx';
import { useLayoutData } from '../layout-data.ts';
import type { Outcome } from '../routes/intake/outcome.ts';
import { useProblem } from '../routes/intake/use-problem.ts';
import '../styles/wizard.css';
import '../styles/portal.css';
import type { IdentityData } from './identity-data.server.ts';
import { IdentityForm } from './identity-form.tsx';

interface Props {
  data: IdentityData;
  outcome: Outcome | undefined;
  /** Where the form is posted: this page's own address. */
  action: string;
  /** What the page before left to say. */
  notice?: Toast | null;
  /** Between the heading and the form. */
  introduction: React.ReactNode;
  /** Below the form. */
  children: React.ReactNode;
}

/** A page that asks for SSN and PIN: to log in or to register. */
export function IdentityPage({ data, outcome, action, notice = null, introduction, children }: Props) {
  const firm = useLayoutData();
  const { problem, showProblem } = useProblem(data, outcome);
  // The page came anew with the refusal, so its secret fields are empty; in an open page they still hold what was typed.
  const [emptied] = useState(outcome !== undefined);
  const title = [data.title, firm?.firmName].filter(Boolean).join(' | ');
  return (
    <ToastProvider initial={notice}>
      <div className="wrap step">
        <title>{problem ? `Error: ${title}` : title}</title>
        <ErrorToasts toast={problem} />
        {problem ? (
          <ErrorSummary problem={problem} targetOf={(field) => targetOf(data.form, data.uiSchema, field)} />
        ) : null}
        <h1>{data.title}</h1>
        {problem ? null : <LatestSuccess />}
        {introduction}
        {emptied ? (
          <p className="notice">
            To keep you safe, this page does not keep your Social Security number or your PIN. Please type
            them again.
          </p>
        ) : null}
        <IdentityForm
          data={data}
          action={action}
          values={outcome?.kind === 'problems' ? outcome.values : {}}
          errors={problem?.errors ?? {}}
          onProblem={showProblem}
        />
        {children}
        {problem ? null : <ToastRegion />}
      </div>
    </ToastProvider>
  );
}
