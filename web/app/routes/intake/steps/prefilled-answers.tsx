import type { StepData } from './step-data.server.ts';

/** The names in a post: of the checkbox, and of the date. */
export const attorneyName = '_attorney';
export const letterName = '_letter';

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

/** In place of the introduction: the date on a denial letter from the deadline helper, and what it means for an appeal. */
export function LetterLines({ form, letter }: { form: string; letter: NonNullable<StepData['letter']> }) {
  return (
    <div className="introduction">
      <p className="introduction-title">Your letter of {letter.text}</p>
      <p>
        {letter.passed
          ? 'Your last day to appeal has passed. Send the appeal now, with a note that says why it is late. We do not represent you yet.'
          : 'We do not represent you yet. Your deadline keeps running.'}{' '}
        You can change this date on the last page.
      </p>
      <input type="hidden" name={letterName} value={letter.date} form={form} />
    </div>
  );
}
