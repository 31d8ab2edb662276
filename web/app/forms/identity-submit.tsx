import { useId, useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { useTypedAnswers } from './typed-answers.ts';
import { whatIsMissing } from './what-is-missing.ts';

/**
 * The button of the forms that ask for SSN and PIN: disabled until these are whole (SPEC section 5). It can be reached and
 * pressed all the same, and then says what is missing. Without script it just sends, and the server says it.
 *
 * @param robot the form also has the box against robots.
 */
export function IdentitySubmit({ robot = false, children }: { robot?: boolean; children: React.ReactNode }) {
  const { answers } = useTypedAnswers();
  const [asked, setAsked] = useState(false);
  const hydrated = useHydrated();
  const id = useId();
  const missing = hydrated ? whatIsMissing(answers, { robot }) : undefined;
  return (
    <>
      <button
        type="submit"
        className="button"
        aria-disabled={missing ? true : undefined}
        aria-describedby={id}
        onClick={(event) => {
          if (!missing) return;
          event.preventDefault();
          setAsked(true);
        }}
      >
        {children}
      </button>
      <p className="what-is-missing" id={id} role="status">
        {asked ? missing : ''}
      </p>
    </>
  );
}
