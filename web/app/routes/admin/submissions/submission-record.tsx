import { defaultStatuses } from '@claimdesk/forms/define-intake';
import { formatEastern } from '#web/app/dates.ts';
import type { Queue, Submission, SubmissionRow } from './queues.ts';

/** Everything that was sent, with the questions as they were worded then. */
export function SubmissionRecord({ queue, submission }: { queue: Queue; submission: Submission }) {
  const { status, submittedAt, reviewedAt, reviewedBy, sections } = submission;
  return (
    <>
      <dl className="record-facts">
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={status} words={queue.statuses} />
          </dd>
        </div>
        <Moment name={queue.submitted} iso={submittedAt} />
        {reviewedAt ? <Moment name="Reviewed" iso={reviewedAt} by={reviewedBy} /> : null}
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

function Moment({ name, iso, by = null }: { name: string; iso: string; by?: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={iso}>{formatEastern(iso)}</time>
        {by ? ` by ${by}` : null}
      </dd>
    </div>
  );
}

/** @param words of the queue. */
export function StatusBadge({
  status,
  words = defaultStatuses,
}: {
  status: SubmissionRow['status'];
  words?: Queue['statuses'];
}) {
  return <span className={`badge ${status}`}>{words[status]}</span>;
}
