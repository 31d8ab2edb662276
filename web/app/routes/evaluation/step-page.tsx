import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { targetOf } from '../../forms/field-ids.ts';
import { ErrorToasts } from '../../forms/toasts.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { finishLaterPath, stepPath } from './addresses.ts';
import { AnswerList } from './answer-list.tsx';
import type { Outcome } from './outcome.ts';
import type { StepData } from './step-data.server.ts';
import { StepForm } from './step-form.tsx';
import { useProblem } from './use-problem.ts';

interface Props {
  data: StepData;
  outcome: Outcome | undefined;
  /** Typed on this step before and not sent. */
  typed: Answers | undefined;
  onTyped: (answers: Answers) => void;
}

/** One step: where the visitor is, what has to be corrected, the question, and the ways on and back. */
export function StepPage({ data, outcome, typed, onTyped }: Props) {
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
      <Link
        className="back"
        to={data.previous ? stepPath(data.previous) : '/'}
        reloadDocument={!data.previous}
      >
        Back
      </Link>
      {data.lost ? (
        <p className="notice warn">
          We could not find your earlier answers in this browser. Please go on from here, or call us.
        </p>
      ) : null}
      {data.previous ? null : <Introduction total={data.total} />}
      <p className="progress">
        {`Question ${data.number} of ${data.total}`}
        <progress value={data.number} max={data.total} aria-hidden="true" />
      </p>
      {data.single ? null : <h1>{data.heading}</h1>}
      {data.review ? (
        <>
          <p>Check your answers, then tell us how to reach you.</p>
          <AnswerList rows={data.review} />
          <h2>How to reach you</h2>
        </>
      ) : null}
      <StepForm
        data={data}
        values={startValues}
        errors={problem?.errors ?? {}}
        onTyped={onTyped}
        onProblem={showProblem}
      />
      {data.previous || Object.keys(data.values).length > 0 ? (
        <p className="finish-later">
          <a href={finishLaterPath}>Finish later</a>
        </p>
      ) : null}
    </div>
  );
}

function StepTitle({ data, wrong }: { data: StepData; wrong: boolean }) {
  const firm = useLayoutData();
  const { number, total, heading, formTitle } = data;
  const parts = [`Question ${number} of ${total}: ${heading}`, formTitle, firm?.firmName].filter(Boolean);
  return <title>{`${wrong ? 'Error: ' : ''}${parts.join(' - ')}`}</title>;
}

function Introduction({ total }: { total: number }) {
  return (
    <div className="introduction">
      <p className="introduction-title">Free Case Evaluation</p>
      <p>
        {`${total} short questions, about 2 minutes.`} It is free. Your answers are saved as you go, so you
        can go back or finish later. We read them only after you send them on the last page.
      </p>
    </div>
  );
}
