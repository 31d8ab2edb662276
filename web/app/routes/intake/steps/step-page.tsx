import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorToast } from '#web/app/components/toast-card.tsx';
import { ErrorSummary } from '#web/app/forms/error-summary.tsx';
import { targetOf } from '#web/app/forms/field-ids.ts';
import { type Detour, finishLaterPath, resumePath, stepPath } from '#web/app/intake/addresses.ts';
import { type IntakeForm, useIntakeForm } from '#web/app/intake/intake-forms.ts';
import type { StepParts } from '#web/app/intake/step-parts.ts';
import { useLayoutData } from '#web/app/layout-data.ts';
import { type Outcome, useProblem } from '#web/app/sending/outcome.ts';
import type { StepData } from './step-data.server.ts';
import { StepForm } from './step-form.tsx';

interface Props {
  data: StepData;
  outcome: Outcome | undefined;
  /** Typed on this step earlier and not sent. */
  typed: Answers | undefined;
  onTyped: (answers: Answers) => void;
  parts?: StepParts | undefined;
}

/** One step: progress, problems to correct, the question, and the links forward and back. */
export function StepPage({ data, outcome, typed, onTyped, parts = {} }: Props) {
  const form = useIntakeForm();
  const { problem, showProblem } = useProblem(data, outcome);
  const [startValues] = useState(() =>
    outcome?.kind === 'problems' ? outcome.values : withoutStored(typed ?? data.values, data.given),
  );
  return (
    <div className="wrap step">
      <StepTitle data={data} wrong={problem !== null} />
      <ErrorToast error={problem} />
      {problem ? (
        <ErrorSummary
          problem={problem}
          targetOf={(field) => targetOf(data.form, data.uiSchema, field, problem.values)}
        />
      ) : null}
      <Link className="back" to={previousPath(form, data)} reloadDocument={!data.previous}>
        Back
      </Link>
      {data.detour ? <p className="notice warn">{detourWords[data.detour]}</p> : null}
      {data.previous ? null : <Introduction form={form} total={data.total} />}
      {data.continueAt ? (
        <p className="notice continue-at">
          You have begun before, and your answers are saved.{' '}
          <a href={stepPath(form, data.continueAt.step)}>
            Continue at {form.stepWord.toLowerCase()} {data.continueAt.number}
          </a>
        </p>
      ) : null}
      {data.total > 1 ? (
        <p className="progress">
          {progressText(form, data)}
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
          Already started? <a href={resumePath(form)}>Continue with your code</a>
        </p>
      )}
    </div>
  );
}

const detourWords: Record<Detour, string> = {
  lost: 'We could not find your earlier answers in this browser. Please go on from here, or call us.',
  moved:
    'You continued your answers in another browser. To keep them safe, only that browser can open them now. Continue there, or start again here.',
};

function StepTitle({ data, wrong }: { data: StepData; wrong: boolean }) {
  const firm = useLayoutData();
  const form = useIntakeForm();
  const step = data.total > 1 ? `${progressText(form, data)}: ${data.heading}` : data.heading;
  const parts = new Set([step, data.formTitle, firm?.firmName].filter(Boolean));
  return <title>{`${wrong ? 'Error: ' : ''}${[...parts].join(' - ')}`}</title>;
}

function Introduction({ form, total }: { form: IntakeForm; total: number }) {
  if (!form.introduction) return null;
  return (
    <div className="introduction">
      <p className="introduction-title">{form.introduction.title}</p>
      <p>{form.introduction.text.replace('{total}', String(total))}</p>
    </div>
  );
}

/** @returns "Question 4 of 9" or "Step 2 of 3". */
function progressText({ stepWord }: IntakeForm, { number, total }: StepData): string {
  return `${stepWord} ${number} of ${total}`;
}

function previousPath(form: IntakeForm, { previous }: StepData): string {
  if (previous) return stepPath(form, previous);
  return form.startsWithStep ? '/' : form.startPath;
}

/** @returns what was typed, without fields that have been stored since and are no longer shown. */
function withoutStored(typed: Answers, given: StepData['given']): Answers {
  return Object.fromEntries(Object.entries(typed).filter(([field]) => !Object.hasOwn(given, field)));
}

/** All answers before the last step, each with a link to change it. */
function AnswerList({ rows }: { rows: NonNullable<StepData['review']> }) {
  const form = useIntakeForm();
  return (
    <section aria-labelledby="your-answers">
      <h2 id="your-answers">Your answers</h2>
      <dl className="summary-list">
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{row.question}</dt>
            <dd>{row.value}</dd>
            <dd className="change">
              <Link to={stepPath(form, row.step, { change: true })}>
                Change<span className="visually-hidden"> your answer to: {row.question}</span>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
