import { loadStepValidator } from '@claimdesk/forms/browser-validator';
import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router';
import { useAutoAdvance, useAutoAdvanceSetting } from '../../forms/auto-advance.ts';
import { AutoAdvanceSwitch } from '../../forms/auto-advance-switch.tsx';
import type { Problem } from '../../forms/error-summary.tsx';
import { JsonForm } from '../../forms/json-form.tsx';
import { lazyValidator } from '../../forms/lazy-validator.ts';
import { RobotCheck } from '../../not-a-robot/robot-check.tsx';
import { useSending } from '../../not-a-robot/use-sending.ts';
import { stepPath } from './addresses.ts';
import type { IntakeForm } from './intake-forms.ts';
import type { StepData } from './step-data.server.ts';
import { useIntakeForm } from './use-intake-form.ts';

interface Props {
  data: StepData;
  values: Answers;
  errors: FieldErrors;
  onTyped: (answers: Answers) => void;
  onProblem: (problem: Problem | null) => void;
}

/** The form of one step. It posts by itself; with script it is checked first and sent without loading the page anew. */
export function StepForm({ data, values, errors, onTyped, onProblem }: Props) {
  const form = useIntakeForm();
  const { send, busy, proof, status } = useSending(data.challenge, () => onProblem(null));
  const around = useRef<HTMLDivElement>(null);
  const [validator] = useState(() =>
    lazyValidator(() => loadStepValidator(data.form, data.step, { earlier: data.earlier })),
  );
  const [goesOn, setGoesOn] = useAutoAdvanceSetting();
  const advancing = useAutoAdvance({
    enabled: data.autoAdvance && goesOn && !busy,
    advance: () => around.current?.querySelector('form')?.requestSubmit(),
  });
  useEffect(() => void validator.prepare(), [validator]);

  return (
    <div ref={around} {...advancing}>
      {data.autoAdvance ? <AutoAdvanceSwitch on={goesOn} onSwitch={setGoesOn} /> : null}
      <JsonForm
        id={data.form}
        action={addressOf(form, data)}
        schema={data.schema as RJSFSchema}
        uiSchema={data.uiSchema}
        validator={validator}
        values={values}
        errors={errors}
        heading={data.single}
        onChange={onTyped}
        onInvalid={(found, answers) =>
          onProblem({ ...describeProblem(data.invalid, found, answers), errors: found })
        }
        onValid={send}
      >
        <input type="hidden" name="_token" value={data.token} />
        {data.change ? <input type="hidden" name="_change" value="1" /> : null}
        {data.challenge ? <RobotCheck proof={proof} /> : null}
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          {data.submitLabel}
        </button>
        <span className="sending" role="status">
          {status}
        </span>
        {data.oneChoice ? null : <FinishLaterButton busy={busy} />}
      </JsonForm>
    </div>
  );
}

/** Keeps what is typed on a step that is more than one choice before it leads on, also where something is missing or wrong. */
function FinishLaterButton({ busy }: { busy: boolean }) {
  const submit = useSubmit();
  return (
    <p className="finish-later">
      <button
        type="submit"
        name="_later"
        value="1"
        className="button quiet"
        onClick={(event) => {
          // Not through the form's own check: nothing has to be right yet.
          event.preventDefault();
          if (!busy) submit(event.currentTarget);
        }}
      >
        Finish later
      </button>
    </p>
  );
}

/** The page's own address, so that a native post comes back to it. */
function addressOf(form: IntakeForm, { previous, step, change }: StepData): string {
  if (previous === null && !change && form.startsWithStep) return form.startPath;
  return stepPath(form, step, { change });
}
