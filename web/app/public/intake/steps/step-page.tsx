import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { type Detour, formIdOf, resumePath, stepPath } from '#web/app/public/intake/addresses.ts';
import { AgreementAgain, Notes } from '#web/app/public/intake/contract/step-parts.tsx';
import { ErrorToast } from '#web/app/ui/components/toast-card.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { Slot } from '#web/app/ui/islands/slot.tsx';
import { type Outcome, useProblem } from '#web/app/ui/sending/outcome.ts';
import { LetterLines, ReferralBox } from './prefilled-answers.tsx';
import type { StepData, StepIntake } from './step-data.server.ts';
import { StepForm } from './step-form.tsx';
import type { Steps } from './use-steps.ts';

interface Props {
  data: StepData;
  outcome: Outcome | undefined;
  steps: Steps;
  /** Typed on this step earlier and not sent. */
  typed: Answers | undefined;
  onTyped: (answers: Answers) => void;
}

/** One step: progress, problems to correct, the question, and the links forward and back. */
export function StepPage({ data, outcome, steps, typed, onTyped }: Props) {
  const form = data.intake;
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
      <StepLink className="back" to={previousPath(form, data)} steps={steps}>
        Back
      </StepLink>
      {data.detour ? <p className="notice warn">{detourWords[data.detour]}</p> : null}
      {data.previous ? null : <Introduction form={form} data={data} />}
      {data.continueAt ? (
        <p className="notice continue-at">
          You have begun before, and your answers are saved.{' '}
          <StepLink to={stepPath(form, data.continueAt.step)} steps={steps}>
            Continue at {form.stepWord.toLowerCase()} {data.continueAt.number}
          </StepLink>
        </p>
      ) : null}
      {data.total > 1 ? (
        <p className="progress">
          {progressText(form, data)}
          <progress value={data.number} max={data.total} aria-hidden="true" />
        </p>
      ) : null}
      {data.single ? null : <h1>{data.words?.heading ?? data.heading}</h1>}
      {data.words ? <Slot name="words" /> : null}
      {data.review && data.review.length > 0 ? (
        <>
          {form.review ? <p>{form.review.lead}</p> : null}
          <AnswerList form={form} rows={data.review} steps={steps} open={data.agreement !== null} />
          {data.agreement ? <AgreementAgain agreement={data.agreement} firmName={data.firmName} /> : null}
          {form.review ? <h2>{form.review.heading}</h2> : null}
        </>
      ) : null}
      <StepForm
        data={data}
        steps={steps}
        values={startValues}
        wereTyped={typed !== undefined}
        errors={problem?.errors ?? {}}
        onTyped={onTyped}
        onProblem={showProblem}
      />
      {data.notes ? <Notes /> : null}
      {data.previous ? null : (
        <div className="beside">
          {form.introduction ? <p>{form.introduction.more}</p> : null}
          <p className="finish-later">
            Already started? <a href={resumePath(form)}>Continue with your code</a>
          </p>
        </div>
      )}
    </div>
  );
}

const detourWords: Record<Detour, string> = {
  lost: 'We could not find your earlier answers in this browser. Please continue here, or call us.',
  moved:
    'You continued your answers in another browser. To keep them safe, only that browser can open them now. Continue there, or start again here.',
};

function StepTitle({ data, wrong }: { data: StepData; wrong: boolean }) {
  const form = data.intake;
  const step = data.total > 1 ? `${progressText(form, data)}: ${data.heading}` : data.heading;
  const parts = new Set([step, data.formTitle, data.firmName].filter(Boolean));
  return <title>{`${wrong ? 'Error: ' : ''}${[...parts].join(' - ')}`}</title>;
}

function Introduction({
  form,
  data: { letter, referral, total, isRepresented },
}: {
  form: StepIntake;
  data: StepData;
}) {
  if (letter || referral) {
    return (
      <>
        {letter ? <LetterLines form={formIdOf(form)} letter={letter} isRepresented={isRepresented} /> : null}
        {referral ? <ReferralBox form={formIdOf(form)} referral={referral} /> : null}
      </>
    );
  }
  if (!form.introduction) return null;
  return (
    <div className="introduction">
      <p className="introduction-title">{form.introduction.title}</p>
      <p>{form.introduction.text.replace('{questions}', String(total - 1))}</p>
    </div>
  );
}

/** A link to a page of the form; another step of it is shown without loading the page. */
function StepLink({
  to,
  steps,
  className,
  children,
}: {
  to: string;
  steps: Steps;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <a
      className={className}
      href={to}
      onClick={(event) => {
        // In a new tab or window, as asked for.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void steps.open(to);
      }}
    >
      {children}
    </a>
  );
}

/** @returns "Question 4 of 9" or "Step 2 of 3". */
function progressText({ stepWord }: StepIntake, { number, total }: StepData): string {
  return `${stepWord} ${number} of ${total}`;
}

function previousPath(form: StepIntake, { previous }: StepData): string {
  if (previous) return stepPath(form, previous);
  return form.startsWithStep ? '/' : form.startPath;
}

/** @returns what was typed, without fields that have been stored since and are no longer shown. */
function withoutStored(typed: Answers, given: StepData['given']): Answers {
  return Object.fromEntries(Object.entries(typed).filter(([field]) => !Object.hasOwn(given, field)));
}

/** All answers before the last step, each with a link to change it. Printing opens them. */
function AnswerList({
  form,
  rows,
  steps,
  open,
}: {
  form: StepIntake;
  rows: NonNullable<StepData['review']>;
  steps: Steps;
  /** Open where the visitor signs, who has to see the answers; folded on other steps, where the questions come first. */
  open: boolean;
}) {
  return (
    <details className="answers-given fold" open={open}>
      <summary>Your answers ({rows.length})</summary>
      <dl className="summary-list">
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{row.question}</dt>
            <dd>{row.value}</dd>
            <dd className="change">
              <StepLink to={stepPath(form, row.step, { change: true })} steps={steps}>
                Change<span className="visually-hidden"> your answer to: {row.question}</span>
              </StepLink>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
