import type { RejectionReason } from '@claimdesk/forms/define-intake';
import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { orNotFound } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/reject-dialog';
import { rejectLink } from './decision-form.tsx';
import { Letter } from './letter.tsx';
import { decidedWords, queueAt } from './queues.ts';
import { useTakeBack } from './take-back.tsx';

export function loader(page: Route.LoaderArgs) {
  const { name } = queueAt(page.url.pathname);
  const { id } = page.params;
  return openFor(page, `${name}.decide`, async ({ api }) => {
    const [{ name: sender, reference, status, phone, decisions, reviewedBy }, preview] = await orNotFound(
      Promise.all([api[name].detail({ id }), api[name].rejection({ id })]),
    );
    const form = presentForm('rejection');
    const mayReject = decisions.includes('rejected');
    return { ...preview, sender, reference, status, phone, reviewedBy, mayReject, form };
  });
}

export function meta() {
  return untitledMeta;
}

/** Asks for the reason of a rejection, and shows the letter that goes out. */
export default function RejectDialog({ loaderData, params: { id } }: Route.ComponentProps) {
  const { sender, reference, status, phone, reviewedBy, mayReject, letter, suggested, form } = loaderData;
  const { pathname, search } = useLocation();
  const queue = queueAt(pathname);
  const { name, one, path } = queue;
  const change = trpc[name].decide.useMutation();
  const { takeBack } = useTakeBack(queue);
  return (
    <StaffDialog
      under={path}
      opener={rejectLink(id)}
      title={`Reject: ${one} ${reference}`}
      heading={sender ? `Reject ${sender}: ${one} ${reference}` : undefined}
      form={form}
      values={suggested ? { reason: suggested } : {}}
      button={letter ? 'Reject and send the letter' : 'Reject without a letter'}
      next={path + search}
      save={
        mayReject
          ? async ({ reason }) => {
              const chosen = { reason: reason as RejectionReason, seen: status };
              await change.mutateAsync({ id, decision: 'rejected', ...chosen });
              return { ...decidedWords(queue, 'rejected', sender), undo: () => void takeBack(id) };
            }
          : undefined
      }
      after={() => (letter ? <Letter letter={letter} /> : null)}
    >
      {mayReject ? (
        letter ? (
          <p>
            The letter below goes to {letter.to} in ten minutes. Until then you can take both back.
            {suggested ? ' The reason is suggested by the answers and calls.' : ''}
          </p>
        ) : (
          <p className="notice warn">
            There is no email address, so no letter goes out. Please call instead
            {phone ? (
              <>
                : <a href={phone.href}>{phone.text}</a>
              </>
            ) : null}
            .
          </p>
        )
      ) : (
        <p>
          This {one} is already rejected.{reviewedBy ? ` Decided by ${reviewedBy}.` : ''}
        </p>
      )}
    </StaffDialog>
  );
}
