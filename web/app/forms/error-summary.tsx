import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { useEffect, useId, useRef } from 'react';

/** What went wrong with a form, in the words of the server or of the browser's check. */
export interface Problem {
  title: string;
  text: string;
  /** One sentence a field; what belongs to no field stands under ''. */
  errors: FieldErrors;
  /** What was typed, as far as the page may hold it. */
  values?: Answers;
}

/**
 * The list of what to correct, at the top of the page. It takes the focus once for every problem.
 *
 * @param targetOf the id of the element that a field's link leads to.
 */
export function ErrorSummary({
  problem,
  targetOf,
}: {
  problem: Problem;
  targetOf: (field: string) => string;
}) {
  const summary = useRef<HTMLElement>(null);
  const title = useId();
  // A new problem is a new object, also when its words are the same.
  useEffect(() => {
    if (problem) summary.current?.focus();
  }, [problem]);
  const listed = Object.entries(problem.errors);
  return (
    <section
      ref={summary}
      className="error-summary"
      aria-labelledby={title}
      tabIndex={-1}
      // Without script it is the browser that moves the focus here when the page comes back with errors.
      // biome-ignore lint/a11y/noAutofocus: the errors are what the visitor has to know first
      autoFocus
    >
      <h2 id={title}>{problem.title}</h2>
      {problem.text && !listed.some(([, message]) => message === problem.text) ? <p>{problem.text}</p> : null}
      {listed.length > 0 ? (
        <ul>
          {listed.map(([field, message]) => (
            <li key={field}>{field ? <FieldLink target={targetOf(field)} message={message} /> : message}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function FieldLink({ target, message }: { target: string; message: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        const field = document.getElementById(target);
        if (!field) return;
        event.preventDefault();
        // The question itself has to be in view, not only the field below it.
        (field.closest('fieldset, .field') ?? field).scrollIntoView();
        field.focus({ preventScroll: true });
      }}
    >
      {message}
    </a>
  );
}
