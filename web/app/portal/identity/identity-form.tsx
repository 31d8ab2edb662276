import { loadStepValidator } from '@claimdesk/forms/browser-validator';
import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import type { Problem } from '#web/app/ui/forms/error-summary.tsx';
import { IdentitySubmit } from '#web/app/ui/forms/identity-submit.tsx';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';
import type { LivePage } from '#web/app/ui/islands/page-data.ts';
import { ProofField } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { useSending } from '#web/app/ui/sending/use-sending.ts';
import type { IdentityData } from './identity-data.server.ts';

interface Props {
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
export function IdentityForm({ data, live, uiSchema, action, values, errors, onProblem }: Props) {
  // A second press would count as a second attempt, and only a few are allowed, so it sends once.
  const { send, proof, status } = useSending(live, data.challenge, () => onProblem(null));
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
      {data.challenge ? <ProofField proof={proof} /> : null}
      <IdentitySubmit asked={data.schema.properties}>{data.submitLabel}</IdentitySubmit>
      <span className="sending" role="status">
        {status}
      </span>
    </JsonForm>
  );
}
