import { data, useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/link-dialog';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import { problemOfReason } from './client-verbs.ts';
import { linkDialogName, readLinkDialog, recordWords } from './links.ts';
import { ReasonField } from './reason-field.tsx';

const reasonLabel = 'Reason';
const reasonHint = 'For example: what you compared, or what the client said.';

/** The record that the dialog is about; null if staff type its reference. */
export function loader(page: Route.LoaderArgs) {
  const { id, record } = page.params;
  const { kind } = readLinkDialog(page.url.pathname);
  return forStaff(page, async (site) => {
    await requireFor(site, 'clients.decideLink');
    return record === undefined ? null : site.api.clients.linkable({ id, kind, record });
  });
}

/** Posts natively, with and without script; the page that follows shows the record in its new place. */
export function action(page: Route.ActionArgs) {
  const { id, record } = page.params;
  const { kind, state } = readLinkDialog(page.url.pathname);
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readTyped(posted);
      const wrongReason = problemOfReason(typed.reason, reasonLabel);
      const errors: Record<string, string> = {
        ...(record === undefined && typed.reference === ''
          ? { reference: `Enter the reference of the ${recordWords[kind]}` }
          : {}),
        ...(wrongReason && { reason: wrongReason }),
      };
      if (Object.keys(errors).length > 0) return data({ typed, errors }, { status: 400 });
      const { reference, reason } = typed;
      if (record !== undefined) await site.api.clients.decideLink({ id, kind, record, state, reason });
      else await site.api.clients.decideLink({ id, kind, reference, state: 'linked', reason });
      return redirectWithNotice(site, clientPath(id), `record-${state}`);
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      const errors: Record<string, string> = { [record === undefined ? 'reference' : '']: text };
      return data({ typed: readTyped(posted), errors }, { status });
    },
  );
}

function readTyped(posted: FormData) {
  const textOf = (name: string) => String(posted.get(name) ?? '').trim();
  return { reference: textOf('reference').slice(0, 40), reason: textOf('reason') };
}

export function meta() {
  return untitledMeta;
}

/** Asks why a record belongs to a client, or does not. */
export default function LinkDialog({ loaderData: found, actionData, params: { id } }: Route.ComponentProps) {
  const { kind, state } = readLinkDialog(useLocation().pathname);
  const words = recordWords[kind];
  const errors: Record<string, string> | undefined = actionData?.errors;
  const title =
    state === 'separate'
      ? `Not this client’s ${words}?`
      : `Link ${found ? 'this' : 'a'} ${words} to this client`;
  return (
    <ClientDialogFrame
      id={id}
      name={found ? linkDialogName(found.record, state) : `link-${kind}`}
      title={title}
      errors={errors}
    >
      {(closeLink) => (
        <>
          {found ? (
            <p>
              It is the {words} <strong>{found.reference}</strong>.
            </p>
          ) : null}
          <p>{consequences[state][kind]}</p>
          <StaffForm className="form" noValidate>
            {found ? null : (
              <Field
                id="reference"
                label="Reference"
                hint="It is on the page of the record, like K7QH-M9XC."
                error={errors?.reference}
              >
                <input
                  className="input width-10"
                  id="reference"
                  name="reference"
                  autoComplete="off"
                  maxLength={40}
                  defaultValue={actionData?.typed.reference}
                  aria-invalid={errors?.reference ? true : undefined}
                  aria-describedby={describedBy('reference', {
                    hint: true,
                    error: Boolean(errors?.reference),
                  })}
                />
              </Field>
            )}
            <ReasonField
              label={reasonLabel}
              hint={reasonHint}
              error={errors?.reason}
              value={actionData?.typed.reason}
            />
            <div className="button-row">
              <button type="submit" className="button">
                {state === 'separate' ? 'Not this client’s' : 'Link'}
              </button>
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </ClientDialogFrame>
  );
}

/** The consequences. */
const consequences = {
  linked: {
    evaluation: 'It will be listed on this page as the client’s, and its own page will link here.',
    contract:
      'It will count as signed by the client, and this page will show its address, phone and email. The client can download it only if it has their number and date of birth.',
  },
  separate: {
    evaluation:
      'It will no longer be shown as one that may be the client’s. You can link it again at any time.',
    contract:
      'This page will no longer show anything from it, and the client cannot download it. You can link it again at any time.',
  },
} as const;
