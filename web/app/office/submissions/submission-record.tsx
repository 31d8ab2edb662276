import { longDate, shortDate } from '@claimdesk/forms/calendar';
import { defaultStatuses } from '@claimdesk/forms/define-intake';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { contractPath } from '#web/app/office/contracts/addresses.ts';
import { urgentDays } from '#web/app/ui/components/answer.ts';
import { CallClock } from './call-clock.tsx';
import { capitalized, type Queue, type Submission, type SubmissionRow } from './queues.ts';

/** Tells the link to the dialog that invites apart from others on the page. */
export const inviteLink = 'invite';

const letterWords = {
  waits: 'Letter goes out',
  sent: 'Letter sent',
  failed: 'Letter could not be sent',
} as const;

const linkWords = {
  waits: 'the link was not opened yet',
  opened: 'the link was opened',
  ended: 'the link has ended',
} as const;

/** Everything that was sent, with the questions as they were worded then. */
export function SubmissionRecord({ queue, submission }: { queue: Queue; submission: Submission }) {
  const {
    status,
    submittedAt,
    reviewedAt,
    reviewedBy,
    appealBy,
    isUrgent,
    callBy,
    called,
    rejection,
    invitation,
    signed,
    sections,
  } = submission;
  return (
    <>
      <dl className="record-facts">
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={status} words={queue.statuses} />
          </dd>
        </div>
        {appealBy ? (
          <div>
            <dt>Deadline</dt>
            <dd>
              <AppealBy appealBy={appealBy} isUrgent={isUrgent} />
            </dd>
          </div>
        ) : null}
        {callBy || called ? (
          <div>
            <dt>Call</dt>
            <dd>
              <CallClock callBy={callBy} called={called} />
              {callBy ? `, promised by ${callBy.text} Eastern time` : null}
            </dd>
          </div>
        ) : null}
        <Moment name={queue.submitted} iso={submittedAt} />
        {reviewedAt ? <Moment name="Reviewed" iso={reviewedAt} by={reviewedBy} /> : null}
        {rejection?.reason ? (
          <div>
            <dt>Reason, for staff only</dt>
            <dd>{capitalized(rejection.reason)}</dd>
          </div>
        ) : null}
        {rejection?.letter ? (
          <Moment name={letterWords[rejection.letter.state]} iso={rejection.letter.at} />
        ) : null}
        {invitation ? (
          <Moment name="Invited to sign" iso={invitation.at} more={linkWords[invitation.link]} />
        ) : null}
        {signed ? (
          <div>
            <dt>Signed</dt>
            <dd>
              <time dateTime={signed.at}>{shortEasternDateTime(signed.at)} Eastern time</time>
              {': '}
              {signed.id ? (
                <Link to={contractPath(signed.id)}>contract {signed.reference}</Link>
              ) : (
                `contract ${signed.reference}, deleted since`
              )}
            </dd>
          </div>
        ) : null}
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

/**
 * The last day to appeal, marked while it is near and nothing is decided: "Appeal by March 3, 2027, 6 days left".
 *
 * @param isShort below a heading that says what it is: "3/3/2027, 6 days left".
 */
export function AppealBy({
  appealBy,
  isUrgent,
  isShort = false,
}: Pick<SubmissionRow, 'appealBy' | 'isUrgent'> & { isShort?: boolean }) {
  if (!appealBy) return null;
  const { day, daysLeft } = appealBy;
  const isNear = isUrgent && daysLeft < urgentDays;
  return (
    <span className={isNear ? 'appeal-by near' : 'appeal-by'}>
      {isShort ? null : daysLeft < 0 ? 'Appeal was due ' : 'Appeal by '}
      <time dateTime={day}>{isShort ? shortDate(day) : longDate(day)}</time>,{' '}
      <span className="nowrap">{daysLeftText(daysLeft)}</span>
    </span>
  );
}

function daysLeftText(daysLeft: number): string {
  if (daysLeft === 0) return 'today';
  const days = Math.abs(daysLeft) === 1 ? '1 day' : `${Math.abs(daysLeft)} days`;
  return daysLeft > 0 ? `${days} left` : `${days} ago`;
}

interface MomentProps {
  name: string;
  iso: string;
  by?: string | null;
  more?: string;
}

function Moment({ name, iso, by = null, more }: MomentProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={iso}>{shortEasternDateTime(iso)} Eastern time</time>
        {by ? ` by ${by}` : null}
        {more ? `: ${more}` : null}
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
