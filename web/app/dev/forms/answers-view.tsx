import type { PresentedAnswer } from '@claimdesk/forms/answers';
import { type FormState, states } from './states.ts';

/** Answers in the words of their form, as the given state shows them. */
export function AnswersView({ rows, state }: { rows: readonly PresentedAnswer[]; state: FormState }) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{states[state]}</h2>
      <dl className="summary-list">
        {rows.map(({ field, question, value, items }) => (
          <div key={field}>
            <dt>{question}</dt>
            <dd>{items ? <Items items={items} /> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Items({ items }: { items: NonNullable<PresentedAnswer['items']> }) {
  return items.map(({ title, answers }) => (
    <section key={title} aria-label={title}>
      <p>{title}</p>
      <ul>
        {answers.map(({ field, shortTitle, value }) => (
          <li key={field}>{`${shortTitle}: ${value}`}</li>
        ))}
      </ul>
    </section>
  ));
}
