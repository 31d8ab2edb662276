import type { Outputs } from '../../../trpc.ts';
import { formatEastern } from './eastern-time.ts';
import { StatusBadge } from './status-badge.tsx';

export type Evaluation = Outputs['evaluations']['detail'];

/** Everything that a claimant sent, with the questions as they were asked then. */
export function EvaluationRecord({ evaluation }: { evaluation: Evaluation }) {
  const { status, submittedAt, reviewedAt, sections } = evaluation;
  return (
    <>
      <dl className="record-facts">
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={status} />
          </dd>
        </div>
        <Moment name="Submitted" iso={submittedAt} />
        {reviewedAt ? <Moment name="Reviewed" iso={reviewedAt} /> : null}
      </dl>
      {sections.map(({ title, answers }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className="record">
            {answers.map(({ field, question, value }) => (
              <div key={field}>
                <dt>{question}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function Moment({ name, iso }: { name: string; iso: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={iso}>{formatEastern(iso)}</time>
      </dd>
    </div>
  );
}
