import { phoneHref, phoneText } from '@claimdesk/forms/phone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallResults, recordedWords, resultWords } from '#web/app/office/calls.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { matterPath } from './addresses.ts';

/** @returns the name of the link to the dialog of a phone number. @param position from 1. Numbers stand in no address. */
export function callLinkOf(position: number): string {
  return `call-${position}`;
}

/** A phone number to be dialed, and what came of the call in one click. */
export function PhoneCalls({ id, phone, position }: { id: string; phone: string; position: number }) {
  const can = usePermissions();
  const queries = useQueryClient();
  const showToast = useShowToast();
  const { failure, setMessage, fail } = useFailure();
  // The same until it is stored: a click that is repeated because no answer came is the same call.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = trpc.matters.recordAttempt.useMutation({
    onSuccess({ again }, { result }) {
      setKey(crypto.randomUUID());
      setMessage('');
      const { title, text } = recordedWords(again);
      showToast({ kind: 'success', title: `${resultWords[result]}: ${title.toLowerCase()}`, text });
    },
    onError: (error) => fail(error, 'The call was not recorded'),
    onSettled: () => queries.invalidateQueries(),
  });
  const text = phoneText(phone);
  return (
    <div className="calls">
      <p>
        <a href={phoneHref(phone)}>{text}</a>
      </p>
      {failure}
      {can('matters.recordAttempt') ? (
        <CallResults
          record={(result) => {
            if (!isPending) mutate({ id, number: phone, key, result });
          }}
          other={`${matterPath(id)}/call/${position}`}
          opener={callLinkOf(position)}
          about={text}
          small
        />
      ) : null}
    </div>
  );
}
