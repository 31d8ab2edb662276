import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { targetOf } from '../../forms/field-ids.ts';
import { ErrorToasts } from '../../forms/toasts.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { finishLaterPath, resumePath, stepPath } from './addresses.ts';
import { AnswerList } from './answer-list.tsx';
import type { IntakeForm } from './intake-forms.ts';
import type { Outcome } from './outcome.ts';
import type { StepData } from './step-data.server.ts';
import { StepForm } from './step-form.tsx';
import { useIntakeForm } from './use-intake-form.ts';
import { useProblem } from './use-problem.ts';

/** What a form adds to its steps. */
export interface StepParts {
  /** In place of the step's own, as the heading of the page. */
  heading?: string | undefined;
  /** Below the heading, above everything that the step asks. */
  beforeForm?: React.ReactNode;
  /** Between the answers that are checked and the last step's own questions. */
  afterReview?: React.ReactNode;
  /** Below the form, and no part of it. */
  afterForm?: React.ReactNode;
}

interface Props {
  data: StepData;
  outcome: Outcome | undefined;
  /** Typed on this step before and not sent. */
  typed: Answers | undefined;
  onTyped: (answers: Answers) => void;
  parts?: StepParts | undefined;
}

/** One step: where the visitor is, what has to be corrected, the question, and the ways on and back. */
export function StepPage({ data, outcome, typed, onTyped, parts = {} }: Props) {
  const form = useIntakeForm();
  const { problem, showProblem } = useProblem(data, outcome);
  const [startValues] = useState(() =>
    outcome?.kind === 'problems' ? outcome.values : (typed ?? data.values),
  );
  return (
    <div className="wrap step">
      <StepTitle data={data} wrong={problem !== null} />
      <ErrorToasts toast={problem} />
      {problem ? (
        <ErrorSummary problem={problem} targetOf={(field) => targetOf(data.form, data.uiSchema, field)} />
      ) : null}
      <Link className="back" to={backFrom(form, data)} reloadDocument={!data.previous}>
        Back
      </Link>
      {data.lost ? (
        <p className="notice warn">
          We could not find your earlier answers in this browser. Please go on from here, or call us.
        </p>
      ) : null}
      {data.previous ? null : <Introduction form={form} total={data.total} />}
      {data.total > 1 ? (
        <p className="progress">
          {placeOf(form, data)}
          <progress value={data.number} max={data.total} aria-hidden="true" />
        </p>
      ) : null}
      {data.single ? null : <h1>{parts.heading ?? data.heading}</h1>}
      {parts.beforeForm}
      {data.review && data.review.length > 0 ? (
        <>
          {form.review ? <p>{form.review.lead}</p> : null}
          <AnswerList rows={data.review} />
          {parts.afterReview}
          {form.review ? <h2>{form.review.heading}</h2> : null}
        </>
      ) : null}
      <StepForm
        data={data}
        values={startValues}
        errors={problem?.errors ?? {}}
        onTyped={onTyped}
        onProblem={showProblem}
      />
      {parts.afterForm}
      {data.oneChoice && (data.previous || Object.keys(data.values).length > 0) ? (
        <p className="finish-later">
          <a href={finishLaterPath(form)}>Finish later</a>
        </p>
      ) : null}
      {data.previous ? null : (
        <p className="finish-later">
          Did you begin before? <a href={resumePath(form)}>Go on with your code</a>
        </p>
      )}
    </div>
  );
}

function StepTitle({ data, wrong }: { data: StepData; wrong: boolean }) {
  const firm = useLayoutData();
  const form = useIntakeForm();
  const step = data.total > 1 ? `${placeOf(form, data)}: ${data.heading}` : data.heading;
  const parts = new Set([step, data.formTitle, firm?.firmName].filter(Boolean));
  return <title>{`${wrong ? 'Error: ' : ''}${[...parts].join(' - ')}`}</title>;
}

function Introduction({ form, total }: { form: IntakeForm; total: number }) {
  if (!form.introduction) return null;
  return (
    <div className="introduction">
      <p className="introduction-title">{form.introduction.title}</p>
      <p>{form.introduction.text(total)}</p>
    </div>
  );
}

/** @returns "Question 4 of 9" or "Step 2 of 3". */
function placeOf({ stepWord }: IntakeForm, { number, total }: StepData): string {
  return `${stepWord} ${number} of ${total}`;
}

function backFrom(form: IntakeForm, { previous }: StepData): string {
  if (previous) return stepPath(form, previous);
  return form.startsWithStep ? '/' : form.startPath;
}
