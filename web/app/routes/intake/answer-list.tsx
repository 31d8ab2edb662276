import { Link } from 'react-router';
import { stepPath } from './addresses.ts';
import type { StepData } from './step-data.server.ts';
import { useIntakeForm } from './use-intake-form.ts';

/** All answers before the last step, each with a way to change it. */
export function AnswerList({ rows }: { rows: NonNullable<StepData['review']> }) {
  const form = useIntakeForm();
  return (
    <section aria-labelledby="your-answers">
      <h2 id="your-answers">Your answers</h2>
      <dl className="summary-list">
        {rows.map((row) => (
          <div key={row.field}>
            <dt>{row.question}</dt>
            <dd>{row.value}</dd>
            <dd className="change">
              <Link to={stepPath(form, row.step, { change: true })}>
                Change<span className="visually-hidden"> your answer to: {row.question}</span>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
