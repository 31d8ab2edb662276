import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  choiceIn,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { FieldError } from '#web/app/ui/forms/field.tsx';
import { errorId } from '#web/app/ui/forms/field-ids.ts';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/notice-dialog';
import { earlyReasons, heldWords, noticeWays } from './agency-notices.ts';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';

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
      const how = choiceIn(noticeWays, posted.get('how'));
      const early = choiceIn(earlyReasons, posted.get('early'));
      if (!how) return data({ how, early, errors: { letter: 'Choose how you told them' } }, { status: 400 });
      const madeAt = String(posted.get('made-at') ?? '').slice(0, 40);
      await site.api.profile.markNoticeSent({ id, notice, madeAt, how, ...(early && { early }) });
      return redirectWithNotice(site, clientPath(id), 'agency-told');
    },
    (error, posted) => {
      const { status, text, errors: fields } = refusalOf(error);
      const errors: Record<string, string> = fields.early ? { call: fields.early } : { '': text };
      const how = choiceIn(noticeWays, posted.get('how'));
      return data({ how, early: undefined, errors }, { status });
    },
  );
}

export function meta() {
  return untitledMeta;
}

/** Where staff record that they reported a client's new address to Social Security. */
export default function NoticeDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { madeAt, held } = loaderData;
  const errors: Record<string, string> | undefined = actionData?.errors;
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
            The client saved the address on {longEasternDate(madeAt)}. The client can see in the portal that
            you told Social Security, when and how.
          </p>
          {held ? (
            <p className="notice warn">
              <strong>{heldWords(held)}.</strong> Whoever takes over somebody’s account changes the address
              first, so that payments go astray. Tell Social Security before the hold ends only when you know
              that the change is the client’s.
            </p>
          ) : null}
          <StaffForm className="form" noValidate>
            <input type="hidden" name="made-at" value={madeAt} />
            {held ? (
              <Choice
                name="early"
                legend="How do you know that the change is the client’s?"
                choices={earlyReasons}
                chosen={actionData?.early}
                error={errors?.call}
              />
            ) : null}
            <Choice
              name="how"
              legend="How did you tell them?"
              choices={noticeWays}
              chosen={actionData?.how}
              error={errors?.letter}
            />
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

interface ChoiceProps {
  name: string;
  legend: string;
  /** The labels, by what is posted. The first one's name is its id, for links from the summary of errors. */
  choices: Readonly<Record<string, string>>;
  chosen: string | undefined;
  error: string | undefined;
}

function Choice({ name, legend, choices, chosen, error }: ChoiceProps) {
  return (
    <fieldset
      className={error ? 'choice-group has-error' : 'choice-group'}
      aria-describedby={error ? errorId(name) : undefined}
    >
      <legend>{legend}</legend>
      <FieldError fieldId={name} text={error} />
      {Object.entries(choices).map(([value, label], index) => (
        <label className="check" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            id={index === 0 ? value : undefined}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
