import type { Answers } from '@claimdesk/forms/definition';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { useState } from 'react';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/records-dialog';
import { matterPath, recordsLink } from './addresses.ts';
import { CountedDays, savedWords } from './counted-days.tsx';
import { wholeRequest } from './entered.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.enter', () => ({ form: presentForm('records-request') }));
}

export function meta() {
  return untitledMeta;
}

/** Enters that somebody was asked for records. When to ask again is shown before it is saved. */
export default function RecordsDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const today = easternToday();
  const [typed, setTyped] = useState<Answers>({});
  const enter = trpc.matters.enter.useMutation();
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={recordsLink()}
      title="Records were requested"
      form={form}
      values={{ day: today }}
      onTyped={setTyped}
      save={async (answers, { key }) => {
        const provider = String(answers.provider ?? '');
        const entered = { kind: 'records requested', day: String(answers.day ?? ''), provider } as const;
        return savedWords(await enter.mutateAsync({ id, key, entered }), today);
      }}
      above={<CountedDays id={id} entered={wholeRequest(typed)} />}
    />
  );
}
