import { easternToday } from '@claimdesk/forms/eastern-time';
import { useLocation, useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/records-step-dialog';
import { matterPath, recordsLink } from './addresses.ts';

const words = {
  received: { title: 'Records came', saved: 'Nobody has to ask for them again.' },
  sent: { title: 'Records were sent to Social Security', saved: 'The matter says when they were sent.' },
} as const;

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.enter', () => ({ form: presentForm('records-day') }));
}

export function meta() {
  return untitledMeta;
}

/** Enters that records came, or that they went to the agency. */
export default function RecordsStepDialog({ loaderData: { form }, params }: Route.ComponentProps) {
  const { id, request } = params;
  const step = useLocation().pathname.endsWith('/sent') ? 'sent' : 'received';
  const { evidence } = useOutletContext<Outputs['matters']['detail']>();
  const found = evidence.find((each) => each.id === request);
  const { title, saved } = words[step];
  const enter = trpc.matters.enter.useMutation();
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={recordsLink(request, step)}
      title={title}
      heading={found ? `${title}: ${found.provider}` : title}
      form={form}
      values={{ day: easternToday() }}
      save={
        found
          ? async ({ day }, { key }) => {
              const entered = { kind: `records ${step}`, day: String(day ?? ''), request } as const;
              await enter.mutateAsync({ id, key, entered });
              return { title: 'Saved', text: saved };
            }
          : undefined
      }
    >
      {found ? null : <p>This request was taken out in the meantime.</p>}
    </StaffDialog>
  );
}
