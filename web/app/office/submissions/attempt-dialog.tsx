import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { callFrom, recordedWords } from '#web/app/office/calls.tsx';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { orNotFound } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/attempt-dialog';
import { callLink } from './call-section.tsx';
import { queueAt } from './queues.ts';

export function loader(page: Route.LoaderArgs) {
  const { name } = queueAt(page.url.pathname);
  return openFor(page, `${name}.recordAttempt`, async ({ api }) => {
    const { name: sender, reference } = await orNotFound(api[name].detail({ id: page.params.id }));
    return { sender, reference, form: presentForm('attempt') };
  });
}

export function meta() {
  return untitledMeta;
}

/** Records a call with a result that is rare, or with another time to call again. */
export default function AttemptDialog({
  loaderData: { sender, reference, form },
  params: { id },
}: Route.ComponentProps) {
  const { name, one, path } = queueAt(useLocation().pathname);
  const record = trpc[name].recordAttempt.useMutation();
  return (
    <StaffDialog
      under={`${path}/${id}`}
      opener={callLink}
      title={`Record a call: ${one} ${reference}`}
      heading={sender ? `Record a call with ${sender}: ${one} ${reference}` : undefined}
      form={form}
      save={async (answers, { key }) => {
        const { again } = await record.mutateAsync({ id, key, ...callFrom(answers) });
        return recordedWords(again, sender);
      }}
    />
  );
}
