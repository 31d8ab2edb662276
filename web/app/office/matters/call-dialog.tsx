import { phoneText } from '@claimdesk/forms/phone';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { callFrom, recordedWords } from '#web/app/office/calls.tsx';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/call-dialog';
import { matterPath } from './addresses.ts';
import { callLinkOf } from './phone-calls.tsx';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.recordAttempt', () => ({ form: presentForm('attempt') }));
}

export function meta() {
  return untitledMeta;
}

/** Records a call with a result that is rare, or with another time to call again. */
export default function CallDialog({ loaderData: { form }, params: { id, phone } }: Route.ComponentProps) {
  const { phones } = useOutletContext<Outputs['matters']['detail']>();
  const number = phones[Number(phone) - 1];
  const record = trpc.matters.recordAttempt.useMutation();
  const title = 'Record a call';
  if (number === undefined)
    return (
      <StaffDialog under={matterPath(id)} title={title}>
        <p>This number is not in the matter any more.</p>
      </StaffDialog>
    );
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={callLinkOf(Number(phone))}
      title={title}
      heading={`${title}: ${phoneText(number)}`}
      form={form}
      save={async (answers, { key }) => {
        const { again } = await record.mutateAsync({ id, number, key, ...callFrom(answers) });
        return recordedWords(again);
      }}
    />
  );
}
