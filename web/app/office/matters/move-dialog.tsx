import { easternToday } from '@claimdesk/forms/eastern-time';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/move-dialog';
import { matterPath } from './addresses.ts';
import { dueText } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.move', () => ({ form: presentForm('move-duty') }));
}

export function meta() {
  return untitledMeta;
}

/** Moves what somebody has entered by hand to another day. */
export default function MoveDialog({ loaderData: { form }, params: { id, duty } }: Route.ComponentProps) {
  const { duties, name } = useOutletContext<Matter>();
  const found = duties.find((each) => each.id === duty && each.state === 'open');
  const today = easternToday();
  const move = trpc.matters.move.useMutation();
  if (!found)
    return (
      <StaffDialog under={matterPath(id)} title="Move to another day">
        <p>It has ended already.</p>
      </StaffDialog>
    );
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={duty}
      title="Move to another day"
      heading={`Move for ${name}: ${found.title}`}
      form={form}
      values={{ due_on: found.due, ...(found.appointment && { time: found.appointment.time }) }}
      save={async ({ due_on, time }, { key }) => {
        const dueOn = String(due_on ?? '');
        await move.mutateAsync({ id, duty, dueOn, key, ...(time ? { time: String(time) } : {}) });
        return { title: 'Moved', text: `${found.title}: ${dueText(today, dueOn)}.` };
      }}
    />
  );
}
