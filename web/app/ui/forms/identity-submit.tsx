import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { useTypedAnswers } from './typed-answers.ts';

/**
 * The submit button of forms that ask for the SSN: disabled (with `aria-disabled`) until SSN, PIN and code are complete. It
 * stays focusable, and pressing it says what is missing. Without JavaScript it just submits, and the server validates.
 *
 * @param asked the fields of the form, by name.
 */
export function IdentitySubmit({ asked, children }: { asked: object; children: React.ReactNode }) {
  const { answers } = useTypedAnswers();
  const [pressed, setPressed] = useState(false);
  const hydrated = useHydrated();
  const missing = hydrated ? missingFieldsHint(answers, Object.keys(asked)) : undefined;
  return (
    <>
      <button
        type="submit"
        className="button"
        aria-disabled={missing ? true : undefined}
        aria-describedby="missing-fields"
        onClick={(event) => {
          if (!missing) return;
          event.preventDefault();
          setPressed(true);
        }}
      >
        {children}
      </button>
      <p className="missing-fields" id="missing-fields" role="status">
        {pressed ? missing : ''}
      </p>
    </>
  );
}

/**
 * @param asked the names of the form's fields.
 * @returns a sentence that says what is left to fill in before submitting, or undefined if nothing is.
 */
export function missingFieldsHint(answers: Answers, asked: readonly string[]): string | undefined {
  const digits = (field: string) => String(answers[field] ?? '').replace(/[\s-]/g, '');
  const left: Record<string, string | false> = {
    ssn: !/^\d{9}$/.test(digits('ssn')) && 'type the 9 digits of your Social Security number',
    code: !String(answers.code ?? '').trim() && 'type the code that we gave you',
    pin: !/^\d{4}$/.test(digits('pin')) && 'type your 4-digit PIN',
    not_a_robot: answers.not_a_robot !== true && 'check the box “I am not a robot”',
  };
  const missing = Object.keys(left).flatMap((field) => (asked.includes(field) && left[field]) || []);
  return missing.length > 0 ? `Before you continue: ${missing.join(', then ')}.` : undefined;
}
