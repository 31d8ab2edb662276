import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { orNotFound } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/invite-dialog';
import { queueAt } from './queues.ts';
import { inviteLink } from './submission-record.tsx';

export function loader(page: Route.LoaderArgs) {
  const { name } = queueAt(page.url.pathname);
  return openFor(page, `${name}.inviteToSign`, async ({ api }) => {
    const found = await orNotFound(api[name].detail({ id: page.params.id }));
    const { name: sender, reference, status, email, invitation } = found;
    return { sender, reference, status, email, isAgain: invitation !== null };
  });
}

export function meta() {
  return untitledMeta;
}

const failed = {
  title: 'Nobody was invited',
  text: 'Something went wrong on our side. Please try again.',
};

/** Mails the sender a link to the contract. */
export default function InviteDialog({
  loaderData: { sender, reference, status, email, isAgain },
  params: { id },
}: Route.ComponentProps) {
  const { name, one, path } = queueAt(useLocation().pathname);
  const invite = trpc[name].inviteToSign.useMutation();
  return (
    <StaffDialog
      under={`${path}/${id}`}
      opener={inviteLink}
      title={`Invite to sign: ${one} ${reference}`}
      heading={sender ? `Invite ${sender} to sign: ${one} ${reference}` : undefined}
      button="Mail the link"
      failed={failed}
      save={
        email === null
          ? undefined
          : async () => {
              await invite.mutateAsync({ id, seen: status });
              return {
                title: sender ? `${sender} is invited to sign` : 'Invited to sign',
                text: `The link goes to ${email}.`,
              };
            }
      }
    >
      {email === null ? (
        <p className="notice warn">
          There is no email address, so no link can be mailed. Please call instead.
        </p>
      ) : (
        <>
          <p>
            A link goes to {email}. It works once, for 28 days, and opens the contract with the name, phone
            number, email address and ZIP code filled in.
          </p>
          {isAgain ? <p>The link that was mailed before ends, unless it was opened.</p> : null}
          {status === 'pending' ? <p>This also approves the {one}.</p> : null}
        </>
      )}
    </StaffDialog>
  );
}
