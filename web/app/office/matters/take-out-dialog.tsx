import { longDate } from '@claimdesk/forms/calendar';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/take-out-dialog';
import { matterPath } from './addresses.ts';
import { saidBy } from './entered.ts';
import { eventKinds } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.correct', () => ({ form: presentForm('event-removal') }));
}

export function meta() {
  return untitledMeta;
}

/** Takes out what never happened: what it made due ends. */
export default function TakeOutDialog({ loaderData: { form }, params: { id, event } }: Route.ComponentProps) {
  const { events } = useOutletContext<Matter>();
  const found = events.find((each) => each.id === event && each.isCurrent);
  const said = found && saidBy(found);
  const correct = trpc.matters.correct.useMutation();
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={event}
      title="Remove what was entered"
      heading={said ? `Remove: ${eventKinds[said.kind]}, ${longDate(said.day)}` : 'Remove what was entered'}
      danger
      form={form}
      save={async ({ second_person }, { key }) => {
        const secondPerson = second_person ? { secondPerson: String(second_person) } : {};
        await correct.mutateAsync({ id, event, key, entered: null, ...secondPerson });
        return { title: 'Saved', text: 'What was due because of it is not due any more.' };
      }}
    >
      <p>
        For what never happened, or is in the wrong matter. It stays in the history, and makes nothing due.
      </p>
    </StaffDialog>
  );
}
