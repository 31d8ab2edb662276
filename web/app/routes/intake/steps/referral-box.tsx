import type { StepData } from './step-data.server.ts';

/** The checkbox's name in a post. */
export const attorneyName = '_attorney';

interface Props {
  /** The id of the form that posts the box. */
  form: string;
  referral: NonNullable<StepData['referral']>;
}

/**
 * Names the attorney that the visitor asked about in the directory, on the first step. Clearing the box removes the
 * request.
 */
export function ReferralBox({ form, referral: { attorneyId, name, city, state } }: Props) {
  return (
    <div className="notice referral">
      <p>
        You asked about{' '}
        <strong>
          {name}, {city}, {state}
        </strong>
      </p>
      <label className="check">
        <input type="checkbox" name={attorneyName} value={attorneyId} form={form} defaultChecked />
        <span>
          Send this request with my answers.
          <span className="hint"> Clear the box to remove it.</span>
        </span>
      </label>
    </div>
  );
}
