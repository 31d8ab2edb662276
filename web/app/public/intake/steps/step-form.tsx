import { loadStepValidator } from '@claimdesk/forms/browser-validator';
import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import { formIdOf, stepPath } from '#web/app/public/intake/addresses.ts';
import { Notices } from '#web/app/public/intake/notices.tsx';
import { SharedComputerBox } from '#web/app/public/intake/shared-computer.tsx';
import { useAutoAdvance, useAutoAdvanceSetting } from '#web/app/ui/forms/auto-advance.ts';
import type { Problem } from '#web/app/ui/forms/error-summary.tsx';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';
import { RobotCheck } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { useSending } from '#web/app/ui/sending/use-sending.ts';
import type { StepData, StepIntake } from './step-data.server.ts';
import { useAutosave } from './use-autosave.ts';
import type { Steps } from './use-steps.ts';

interface Props {
  data: StepData;
  steps: Steps;
  values: Answers;
  /** Whether some of them were typed on this page earlier, and perhaps not saved. */
  wereTyped: boolean;
  errors: FieldErrors;
  onTyped: (answers: Answers) => void;
  onProblem: (problem: Problem | null) => void;
}

/** The form of one step. It posts natively; with script it is checked first and sent without reloading the page. */
export function StepForm({ data, steps, values, wereTyped, errors, onTyped, onProblem }: Props) {
  const { send, busy, proof, status } = useSending(steps, data, () => onProblem(null));
  const container = useRef<HTMLDivElement>(null);
  const given = useRef(data.given);
  given.current = data.given;
  const [validator] = useState(() =>
    lazyValidator(() =>
      loadStepValidator(data.form, data.step, {
        earlier: data.earlier,
        given: () => Object.keys(given.current),
      }),
    ),
  );
  const [autoAdvance, setAutoAdvance] = useAutoAdvanceSetting();
  const autoAdvanceHandlers = useAutoAdvance(container, {
    enabled: data.autoAdvance && autoAdvance && !busy,
  });
  const autosave = useAutosave(container, data, {
    sending: steps.busy,
    outcome: steps.shown.outcome,
    wereTyped,
  });
  useEffect(() => void validator.prepare(), [validator]);

  const formId = formIdOf({ name: data.form });
  return (
    <div ref={container} {...autoAdvanceHandlers} {...autosave.handlers}>
      {data.autoAdvance ? <AutoAdvanceSwitch on={autoAdvance} onSwitch={setAutoAdvance} /> : null}
      <JsonForm
        id={data.form}
        formId={formId}
        action={actionOf(data.intake, data)}
        schema={data.schema as RJSFSchema}
        uiSchema={data.uiSchema}
        validator={validator}
        values={values}
        given={data.given}
        errors={errors}
        heading={data.single}
        onChange={onTyped}
        onInvalid={(found, answers) =>
          onProblem({ ...describeProblem(data.invalid, found, answers), errors: found, values: answers })
        }
        onValid={send}
        onUnchecked={(form, button) => {
          if (!busy) void steps.post(form, button);
        }}
      >
        <input type="hidden" name="_token" value={data.token} />
        {data.change ? <input type="hidden" name="_change" value="1" /> : null}
        <Notices notices={data.notices} isRepresented={data.isRepresented} />
        {data.notices.length > 0 ? (
          <p>You can still send us your answers. We will tell you if we can help.</p>
        ) : null}
        {data.needsProof ? <RobotCheck proof={proof} /> : null}
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          {data.submitLabel}
        </button>
        <span className="sending" role="status">
          {status || (autosave.saved ? savedWords(data, autosave.unsaved) : '')}
        </span>
        {data.total > 1 ? null : <SaveAndExitButton />}
      </JsonForm>
      {data.previous ? null : <SharedComputerBox form={formId} on={data.shared} />}
    </div>
  );
}

/** Names what is gone at the next load: nobody may take it for saved. */
function savedWords({ uiSchema, submitLabel }: StepData, unsaved: readonly string[]): string {
  if (unsaved.length === 0) return 'Saved';
  const titles = unsaved.map((name) => uiSchema[name]?.['ui:title']).join(', ');
  return `Saved. Not saved until you press ${submitLabel}: ${titles}`;
}

/** Where the page has the site's header, which has no such button. Nothing has to be valid yet. */
function SaveAndExitButton() {
  return (
    <p className="finish-later">
      <button type="submit" name="_later" value="1" formNoValidate className="button quiet">
        Save and exit
      </button>
    </p>
  );
}

/** The page's own URL, so that a native post comes back to it. */
function actionOf(form: StepIntake, { previous, step, change, referral, letter }: StepData): string {
  if (previous === null && !change && form.startsWithStep) {
    // Until the step is saved, only the URL carries the prefilled answers, even when the page comes back with an error.
    const carried = new URLSearchParams({
      ...(referral && !referral.kept && { attorney: referral.attorneyId }),
      ...(letter && !letter.kept && { letter: letter.date }),
    });
    return form.startPath + (carried.size > 0 ? `?${carried}` : '');
  }
  return stepPath(form, step, { change });
}

/**
 * Turns auto-advance on and off. Where JavaScript is enabled, its space is reserved from the first paint (no layout
 * shift), and it becomes visible after hydration.
 */
function AutoAdvanceSwitch({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const hydrated = useHydrated();
  return (
    <label className={hydrated ? 'check auto-advance ready' : 'check auto-advance'}>
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
      <span>Go to the next question when I click or tap an answer</span>
    </label>
  );
}
