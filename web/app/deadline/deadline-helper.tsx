import { type DeadlineAnswer, deadlineAnchor, fieldName } from './deadline-answer.ts';
import { DeadlineForm } from './deadline-form.tsx';
import { DeadlineResult } from './deadline-result.tsx';

/**
 * Counts the last day to appeal from the date on a letter, without script: a form that leads back to the
 * page it stands on, and below it the result or what to correct.
 *
 * @param answer what `findDeadline` made of the page's address.
 * @param path the page it stands on.
 * @param children the introduction.
 */
export function DeadlineHelper({
  answer,
  path,
  heading,
  children,
}: {
  answer: DeadlineAnswer;
  path: string;
  heading: string;
  children?: React.ReactNode;
}) {
  const { problem, deadline } = answer;
  return (
    <section
      className="deadline-helper"
      aria-labelledby="deadline-heading"
      {...(problem || deadline ? {} : { id: deadlineAnchor, tabIndex: -1 })}
    >
      <h2 id="deadline-heading">{heading}</h2>
      {problem ? (
        <Problem message={problem.message} target={fieldName(problem.wrong[0] ?? 'month')} />
      ) : (
        children
      )}
      <DeadlineForm answer={answer} action={`${path}#${deadlineAnchor}`} />
      {deadline ? <DeadlineResult deadline={deadline} /> : null}
    </section>
  );
}

/** The form's response leads here, and a target takes the focus, so the problem is read first. */
function Problem({ message, target }: { message: string; target: string }) {
  return (
    <section className="error-summary" id={deadlineAnchor} aria-labelledby="deadline-problem" tabIndex={-1}>
      <h3 id="deadline-problem">There is a problem</h3>
      <ul>
        <li>
          <a href={`#${target}`}>{message}</a>
        </li>
      </ul>
    </section>
  );
}
