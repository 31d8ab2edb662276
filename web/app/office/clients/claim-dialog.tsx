import { claimSteps } from '@claimdesk/api/claim-steps';
import { shortDate } from '@claimdesk/forms/calendar';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/claim-dialog';
import { claimAnswers, readClaim } from './claim-answers.ts';
import { clientPath } from './client-table.tsx';

type Client = Outputs['clients']['detail'];

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'clients.setClaim', async ({ api }) => {
    const [newest] = await api.clients.claim({ id: page.params.id });
    const since =
      newest &&
      `${claimSteps[newest.step].title} began on ${shortDate(newest.since)}. Leave the day blank while the step stays.`;
    return {
      version: newest?.version ?? 0,
      values: claimAnswers(newest),
      form: presentForm('claim', since ? { since } : {}),
    };
  });
}

export function meta() {
  return untitledMeta;
}

/** How the client learns of an update. */
const whoLearns: Record<Client['claimNews'], string> = {
  email:
    'The client can read all of this in the portal. We send an email that there is news, without details.',
  'no-address':
    'The client can read all of this in the portal. There is no confirmed email address: call the client.',
  unconfirmed:
    'The client can read all of this in the portal once the account is confirmed. We send no email before that.',
};

const hasLearned: typeof whoLearns = {
  email: 'The client sees it in the portal, and gets an email that there is news.',
  'no-address': 'The client sees it in the portal. There is no confirmed email address: call the client.',
  unconfirmed: 'The client sees it in the portal once the account is confirmed.',
};

/** Updates the status of the claim; every update is a new entry. */
export default function ClaimDialog({
  loaderData: { version, values, form },
  params: { id },
}: Route.ComponentProps) {
  const { claimNews } = useOutletContext<Client>();
  const [first] = useState(values);
  const setClaim = trpc.clients.setClaim.useMutation();
  return (
    <StaffDialog
      under={clientPath(id)}
      opener="claim"
      title="Update the claim"
      form={form}
      values={values}
      version={version}
      save={async (answers, opened) => {
        const { key, version: seen } = opened;
        const news = await setClaim.mutateAsync({
          ...readClaim(answers, first),
          id,
          key,
          version: Number(seen),
        });
        return { title: 'Claim saved', text: hasLearned[news] };
      }}
    >
      <p>{whoLearns[claimNews]}</p>
    </StaffDialog>
  );
}
