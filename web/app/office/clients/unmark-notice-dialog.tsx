import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { fieldErrorsOf, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/unmark-notice-dialog';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import { problemOfReason } from './client-verbs.ts';
import { ReasonField } from './reason-field.tsx';

const reasonLabel = 'Reason';

export function loader(page: Route.LoaderArgs) {
  const { id, notice } = page.params;
  return forStaff(page, async (site) => {
    await requireFor(site, 'profile.unmarkNoticeSent');
    const [newest] = await site.api.profile.notices({ id });
    if (newest?.id !== notice) throw data('This notice was not found.', { status: 404 });
    return newest;
  });
}

/** Posts natively, with and without script; the page that follows shows the open notice. */
export function action(page: Route.ActionArgs) {
  const { id, notice } = page.params;
  const reasonIn = (posted: FormData) => String(posted.get('reason') ?? '').trim();
  return actForStaff(
    page,
    async (site, posted) => {
      const reason = reasonIn(posted);
      const wrongReason = problemOfReason(reason, reasonLabel);
      if (wrongReason) return data({ reason, errors: { reason: wrongReason } }, { status: 400 });
      const sentAt = String(posted.get('sent-at') ?? '').slice(0, 40);
      await site.api.profile.unmarkNoticeSent({ id, notice, sentAt, reason });
      return redirectWithNotice(site, clientPath(id), 'agency-not-told');
    },
    (error, posted) => {
      const refusal = refusalOf(error);
      return data({ reason: reasonIn(posted), errors: fieldErrorsOf(refusal) }, { status: refusal.status });
    },
  );
}

export function meta() {
  return untitledMeta;
}

/** Where staff take back that they told Social Security of a client's address, for example for the wrong client. */
export default function UnmarkNoticeDialog({
  loaderData: { id: notice, sentAt },
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors;
  return (
    <ClientDialogFrame
      id={id}
      name={`notice-${notice}`}
      title="Social Security was not told after all"
      failed="Nothing was changed"
      errors={errors}
    >
      {(closeLink) => (
        <>
          {sentAt ? (
            <p>
              This notice is marked as sent on {longEasternDate(sentAt)}, and the client reads so in the
              portal. Taken back, it is among the new addresses again, and the client reads that Social
              Security was not told yet.
            </p>
          ) : (
            <p>This notice is not marked as sent.</p>
          )}
          <StaffForm className="form" noValidate>
            <input type="hidden" name="sent-at" value={sentAt ?? ''} />
            <ReasonField
              label={reasonLabel}
              hint="For colleagues. The client does not read it."
              error={errors?.reason}
              value={actionData?.reason}
            />
            <div className="button-row">
              <button type="submit" className="button">
                Mark as not sent
              </button>
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </ClientDialogFrame>
  );
}
