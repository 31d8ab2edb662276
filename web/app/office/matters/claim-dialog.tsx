import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/claim-dialog';
import { matterPath } from './addresses.ts';
import { claimLink } from './claim.tsx';
import { answersAbout } from './entered.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.editClaim', () => ({ form: presentForm('claim-facts') }));
}

export function meta() {
  return untitledMeta;
}

/** For which benefits the claim is, with its days and its office. */
export default function ClaimDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const { benefits, claim } = useOutletContext<Outputs['matters']['detail']>();
  const { onset, insuredUntil, office, version } = claim;
  const { mutateAsync } = trpc.matters.editClaim.useMutation();
  const known = Object.entries({ onset, insured_until: insuredUntil, office }).filter(
    ([, text]) => text !== '',
  );
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={claimLink}
      title="Edit the claim"
      form={form}
      values={{ ...answersAbout(benefits), ...Object.fromEntries(known) }}
      version={version}
      save={async (answers, opened) => {
        await mutateAsync({ id, version: opened.version, answers });
        return { title: 'Saved', text: 'The claim says so now.' };
      }}
    >
      <p>
        The protective filing day is that of the first contact with Social Security: enter that under
        “Something was done”.
      </p>
    </StaffDialog>
  );
}
