import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { loadAnyStepValidator } from '@claimdesk/forms/staff-validator';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import { useSubmit } from 'react-router';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { IdentitySubmit } from '#web/app/ui/forms/identity-submit.tsx';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';
import type { Posted, ShownStep } from './form-steps.server.ts';
import { type FormState, statePath } from './states.ts';

interface Props {
  step: ShownStep;
  page: {
    form: string;
    state: FormState;
    plain: boolean;
    submitLabel: string;
  };
  /** Whether this is the page's first step: the others report problems at their fields only, so that one summary has the focus. */
  first: boolean;
  posted: Posted | undefined;
}

/** One step of a form to view and try: when sent, it shows what would be stored. */
export function TryStep({ step, page, first, posted }: Props) {
  const submit = useSubmit();
  const [found, setFound] = useState<Problem>();
  const [validator] = useState(() =>
    lazyValidator(() => loadAnyStepValidator(page.form, step.id, { earlier: step.earlier })),
  );
  useEffect(() => void validator.prepare(), [validator]);
  const toProblem = (errors: FieldErrors, answers: Answers): Problem => ({
    ...describeProblem(step.invalid, errors, answers),
    errors,
    values: answers,
  });
  const given = Object.keys(step.errors).length > 0 ? toProblem(step.errors, step.values) : undefined;
  const problem = found ?? (posted ? posted.problem : given);
  // Ids are unique to this step, since all steps are on one page.
  const id = `${page.form}-${step.id}`;
  return (
    <section className="try-step" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{step.title}</h2>
      {problem && (first || problem !== given) ? (
        <ErrorSummary
          problem={problem}
          targetOf={(field) => targetOf(id, step.uiSchema, field, problem.values)}
        />
      ) : null}
      {posted?.stored && !found ? (
        <div className="notice success" role="status">
          <p>This would be stored:</p>
          <pre>{posted.stored}</pre>
        </div>
      ) : null}
      <JsonForm
        key={posted ? JSON.stringify(posted.values) : 'given'}
        id={id}
        action={statePath(page.form, page.state, page)}
        schema={step.schema as RJSFSchema}
        uiSchema={step.uiSchema}
        validator={validator}
        values={posted?.values ?? step.values}
        errors={problem?.errors ?? {}}
        onInvalid={(errors, answers) => setFound(toProblem(errors, answers))}
        onValid={(form) => {
          setFound(undefined);
          submit(form);
        }}
      >
        <input type="hidden" name="_step" value={step.id} />
        {'ssn' in step.schema.properties && 'pin' in step.schema.properties ? (
          <IdentitySubmit asked={step.schema.properties}>{page.submitLabel}</IdentitySubmit>
        ) : (
          <button type="submit" className="button">
            {page.submitLabel}
          </button>
        )}
      </JsonForm>
    </section>
  );
}
