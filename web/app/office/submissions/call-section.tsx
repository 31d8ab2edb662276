import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { phoneText } from '@claimdesk/forms/phone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { type CallResult, CallResults, resultWords } from '#web/app/office/calls.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Queue, Submission } from './queues.ts';

export type Recorded = Outputs[Queue['name']]['recordAttempt'] & { result: CallResult };

/** Tells the link to that dialog apart from others on the page. */
export const callLink = 'call';

interface CallSectionProps {
  queue: Queue;
  submission: Submission;
  /** Makes recording harmless to repeat. */
  recordKey: string;
  onRecorded(recorded: Recorded): void;
}

/** The number to call, what came of it in one click, and the calls before. */
export function CallSection({ queue, submission, recordKey, onRecorded }: CallSectionProps) {
  const { id, status, phone, attempts, signed } = submission;
  // Whoever is to sign is called until the contract is there.
  const isCalled = status === 'pending' || (status === 'approved' && queue.invitesToSign && !signed);
  const can = usePermissions();
  const queries = useQueryClient();
  const { search } = useLocation();
  const [key] = useState(recordKey);
  const { failure, fail } = useFailure();
  const record = trpc[queue.name].recordAttempt.useMutation({
    onSuccess: (recorded, { result }) => onRecorded({ ...recorded, result }),
    onError: (error) => fail(error, 'The call was not recorded'),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <section className="calls" aria-label="Calls">
      <p className="call-whom">{phone ? <a href={phone.href}>{phone.text}</a> : 'No phone number'}</p>
      {failure}
      {isCalled && can(`${queue.name}.recordAttempt`) ? (
        <CallResults
          record={(result) => {
            // The next one is on its way: a second press would not be about it.
            if (!record.isPending && !record.isSuccess) record.mutate({ id, key, result });
          }}
          other={`${queue.path}/${id}/call${search}`}
          opener={callLink}
        />
      ) : null}
      {attempts.length > 0 ? (
        <ul className="call-list">
          {attempts.map(({ id: attempt, at, who, result, number }) => (
            <li key={attempt}>
              {resultWords[result]}, <time dateTime={at}>{shortEasternDateTime(at)}</time>
              {who ? `, ${who}` : null}
              {number && phoneText(number) !== phone?.text ? `, at ${phoneText(number)}` : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
