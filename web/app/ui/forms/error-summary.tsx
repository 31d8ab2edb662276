import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { useEffect, useRef } from 'react';
import { useHydrated } from './hydrated.ts';

/** Why a form was not accepted, from the server or from validation in the browser. */
export interface Problem {
  title: string;
  text: string;
  /** One message per field; the key '' is for errors that belong to no field. */
  errors: FieldErrors;
  /** The typed values, without those that must not be sent back to the page. */
  values?: Answers;
}

/**
 * The list of errors at the top of the page. It takes focus once for each problem.
 *
 * @param targetOf returns the id of the element that a field's link focuses.
 */
export function ErrorSummary({
  problem,
  targetOf,
}: {
  problem: Problem;
  targetOf: (field: string) => string;
}) {
  const summary = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  const cameWithPage = useRef(!hydrated);
  // Compared by identity: the same errors after another submit take focus again.
  useEffect(() => {
    // The browser has focused it while the page loaded. By the time that scripts run, somebody may be in a field.
    const isLeft = cameWithPage.current && document.activeElement !== document.body;
    cameWithPage.current = false;
    if (!problem || isLeft) return;
    summary.current?.focus();
    // One that is taller than a phone's screen would be shown from its end.
    if ((summary.current?.getBoundingClientRect().top ?? 0) < 0) summary.current?.scrollIntoView();
  }, [problem]);
  const entries = Object.entries(problem.errors);
  return (
    <section
      ref={summary}
      className="error-summary"
      aria-label={problem.title}
      tabIndex={-1}
      // Without JavaScript, the browser moves focus here when the page comes back with errors.
      // biome-ignore lint/a11y/noAutofocus: the errors are the first thing a visitor needs to hear
      autoFocus
    >
      <h2>{problem.title}</h2>
      {problem.text && !entries.some(([, message]) => message === problem.text) ? (
        <p>{problem.text}</p>
      ) : null}
      {entries.length > 0 ? (
        <ul>
          {entries.map(([field, message]) => (
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
        // Scroll to the question, not just to the input below it.
        (field.closest('fieldset, .field') ?? field).scrollIntoView();
        field.focus({ preventScroll: true });
      }}
    >
      {message}
    </a>
  );
}
