import { data } from 'react-router';
import { longEasternDate } from '#web/app/dates.ts';
import { untitledMeta } from '#web/app/routes/admin/back-office.ts';
import { StaffForm } from '#web/app/routes/admin/staff-form.tsx';
import {
  actForStaff,
  failedChange,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/routes/admin/staff-request.server.ts';
import '#web/app/styles/wizard.css';
import type { Route } from './+types/notice-dialog';
import { clientPath } from './client-table.tsx';
import { ClientDialogFrame } from './over-client.tsx';

const ways = { letter: 'By letter', 'their portal': 'On their website for representatives' } as const;
type Way = keyof typeof ways;

export function loader(page: Route.LoaderArgs) {
  const { id, notice } = page.params;
  return forStaff(page, async (site) => {
    await requireFor(site, 'profile.markNoticeSent');
    const found = (await site.api.profile.notices({ id })).find((each) => each.id === notice);
    if (!found) throw data('This notice was not found.', { status: 404 });
    return found;
  });
}

/** Posts natively, with and without script; the page that follows shows the change. */
export function action(page: Route.ActionArgs) {
  const { id, notice } = page.params;
  return actForStaff(
    page,
    async (site, posted) => {
      const how = String(posted.get('how') ?? '');
      if (!isWay(how)) return data({ errors: { letter: 'Choose how you told them' } }, { status: 400 });
      const madeAt = String(posted.get('made-at') ?? '').slice(0, 40);
      await site.api.profile.markNoticeSent({ id, notice, madeAt, how });
      return redirectWithNotice(site, clientPath(id), 'agency-told');
    },
    (error) => {
      const { status, text } = failedChange(error);
      const errors: Record<string, string> = { '': text };
      return data({ errors }, { status });
    },
  );
}

function isWay(text: string): text is Way {
  return Object.hasOwn(ways, text);
}

export function meta() {
  return untitledMeta;
}

/** Where staff say that Social Security knows a client's new address. */
export default function NoticeDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors;
  const wrong = errors?.letter;
  return (
    <ClientDialogFrame
      id={id}
      name={`notice-${loaderData.id}`}
      title="Social Security was told"
      failed="Nothing was marked"
      errors={errors}
    >
      {(closeLink) => (
        <>
          <p>
            The client saved the address on {longEasternDate(loaderData.madeAt)}. The client can see in the
            portal that you told Social Security, when and how.
          </p>
          <StaffForm className="form" noValidate>
            <input type="hidden" name="made-at" value={loaderData.madeAt} />
            <fieldset
              className={wrong ? 'choice-group has-error' : 'choice-group'}
              aria-describedby={wrong ? 'how-error' : undefined}
            >
              <legend>How did you tell them?</legend>
              {wrong ? (
                <p className="field-error" id="how-error">
                  <span className="visually-hidden">Error: </span>
                  {wrong}
                </p>
              ) : null}
              {Object.entries(ways).map(([way, label], index) => (
                <label className="check" key={way}>
                  <input type="radio" name="how" value={way} id={index === 0 ? 'letter' : undefined} />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
            <div className="button-row">
              <button type="submit" className="button">
                Mark as sent
              </button>
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </ClientDialogFrame>
  );
}
