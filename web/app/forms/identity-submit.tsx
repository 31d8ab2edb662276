import { useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { useTypedAnswers } from './typed-answers.ts';
import { whatIsMissing } from './what-is-missing.ts';

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
  const missing = hydrated ? whatIsMissing(answers, Object.keys(asked)) : undefined;
  return (
    <>
      <button
        type="submit"
        className="button"
        aria-disabled={missing ? true : undefined}
        aria-describedby="what-is-missing"
        onClick={(event) => {
          if (!missing) return;
          event.preventDefault();
          setPressed(true);
        }}
      >
        {children}
      </button>
      <p className="what-is-missing" id="what-is-missing" role="status">
        {pressed ? missing : ''}
      </p>
    </>
  );
}
