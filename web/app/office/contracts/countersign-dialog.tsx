import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/countersign-dialog';
import { contractPath } from './addresses.ts';

/** Tells the link apart from others on the page. */
export const countersignLink = 'countersign';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'contracts.countersign', () => presentForm('countersignature'));
}

export function meta() {
  return untitledMeta;
}

/** The representative signs a contract that the client has signed. */
export default function CountersignDialog({ loaderData: form, params: { id } }: Route.ComponentProps) {
  const [contract] = trpc.contracts.detail.useSuspenseQuery({ id });
  const countersign = trpc.contracts.countersign.useMutation();
  const { reference, name, signedAt, signsAs, representative, countersigning } = contract;
  return (
    <StaffDialog
      under={contractPath(id)}
      opener={countersignLink}
      title="Countersign the contract"
      form={form}
      save={
        signsAs === null
          ? undefined
          : async ({ typed_name: typed }, { key }) => {
              const { isTold } = await countersign.mutateAsync({ id, typedName: String(typed), key });
              return { title: 'Countersigned', text: isTold ? told.byEmail : told.byCall };
            }
      }
    >
      {signsAs === null ? (
        <p>{countersigning.length > 0 ? 'This contract is countersigned already.' : notNamed}</p>
      ) : (
        <>
          <p>
            {name} signed contract {reference} on {longEasternDate(signedAt)}. The representative in it:{' '}
            {representative ?? 'Nobody is named yet'}.
          </p>
          <p>
            You sign it as <strong>{signsAs}</strong>. We record the name as you type it, the time, your
            internet (IP) address and your browser. This cannot be undone.
          </p>
        </>
      )}
    </StaffDialog>
  );
}

const notNamed =
  'Only a representative signs contracts. An administrator names who that is, in Staff accounts.';

const told = {
  byEmail: 'The file with both signatures is being made. The client gets an email that there is news.',
  byCall:
    'The file with both signatures is being made. We may not write to the client by email: call the client.',
} as const;
