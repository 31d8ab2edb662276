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
 * In place of the introduction: the attorney that the visitor asked about in the directory. Clearing the box removes
 * the request.
 */
export function ReferralBox({ form, referral: { attorneyId, name, city, state } }: Props) {
  return (
    <div className="introduction">
      <p className="introduction-title">
        You asked about {name}, {city}, {state}
      </p>
      <label className="check">
        <input type="checkbox" name={attorneyName} value={attorneyId} form={form} defaultChecked />
        <span>Send this with my answers</span>
      </label>
    </div>
  );
}

/** In place of the introduction: the date on a denial letter from the deadline helper, and what it means for an appeal. */
export function LetterLines({
  form,
  letter,
  isRepresented,
}: {
  form: string;
  letter: NonNullable<StepData['letter']>;
  /** Whether the reader is a client whose contract we have. */
  isRepresented: boolean;
}) {
  return (
    <div className="introduction">
      <p className="introduction-title">Your letter of {letter.text}</p>
      <p>
        {isRepresented ? null : 'We do not represent you yet. '}
        {letter.passed ? 'Your last day has passed: appeal now.' : 'Your deadline keeps running.'}
      </p>
      <input type="hidden" name={letterName} value={letter.date} form={form} />
    </div>
  );
}
