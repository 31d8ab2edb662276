import { easternToday } from '@claimdesk/forms/eastern-time';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/finish-dialog';
import { matterPath } from './addresses.ts';
import { distanceText, dueText } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.finish', () => ({ form: presentForm('duty-outcome') }));
}

export function meta() {
  return untitledMeta;
}

/** What the answer about what was done makes of the duty. All others are done. */
const states = {
  'Not needed': 'waived',
  'Late, with good cause': 'late with good cause',
  Missed: 'missed',
} as const;

/** Ends a duty: asks what was done, and for what shows it. */
export default function FinishDialog({ loaderData: { form }, params: { id, duty } }: Route.ComponentProps) {
  const { duties, name } = useOutletContext<Matter>();
  const found = duties.find((each) => each.id === duty);
  const today = easternToday();
  const finish = trpc.matters.finish.useMutation();
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={duty}
      title="What was done"
      heading={found ? `Done for ${name}: ${found.title}` : 'What was done'}
      form={form}
      values={{ on: today }}
      save={async ({ how, on, confirmation, second_person, note }, { key }) => {
        await finish.mutateAsync({
          id,
          duty,
          key,
          state: states[how as keyof typeof states] ?? 'done',
          what: [how, note].filter(Boolean).join('. '),
          on: String(on ?? ''),
          ...(confirmation ? { confirmation: String(confirmation) } : {}),
          ...(second_person ? { secondPerson: String(second_person) } : {}),
        });
        return { title: 'Saved', text: found ? `“${found.title}” is done.` : 'It is done.' };
      }}
    >
      {found ? (
        <p>
          Due {found.appointment?.text ?? dueText(today, found.due)}, {distanceText(today, found.due)}.
          {found.hard ? ' A statutory deadline: enter what shows that it was done.' : ''}
        </p>
      ) : (
        <p>It has ended already.</p>
      )}
    </StaffDialog>
  );
}
