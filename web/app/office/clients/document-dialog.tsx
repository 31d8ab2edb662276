import { data, useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/document-dialog';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import { problemOfReason } from './client-verbs.ts';
import { DocumentFields } from './document-fields.tsx';
import { ReasonField } from './reason-field.tsx';
import { problemsOf, readNamed } from './receive-document.server.ts';

const reasonLabel = 'Reason';

type Verb = keyof typeof words;

const words = {
  change: {
    title: 'Change the title or type',
    button: 'Save',
    failed: 'Nothing was changed',
    procedure: 'clients.changeDocument',
    notice: 'document-changed',
  },
  handled: {
    title: 'Mark this document as handled?',
    button: 'Mark as handled',
    failed: 'Nothing was changed',
    procedure: 'clients.markDocumentHandled',
    notice: 'document-handled',
  },
  delete: {
    title: 'Delete this document?',
    button: 'Delete the document',
    failed: 'Nothing was deleted',
    procedure: 'clients.removeDocument',
    notice: 'document-removed',
  },
} as const;

export function loader(page: Route.LoaderArgs) {
  const { id, document } = page.params;
  const { procedure } = words[verbAt(page.url.pathname)];
  return forStaff(page, async (site) => {
    await requireFor(site, procedure);
    return site.api.clients.document({ id, document });
  });
}

/** Posts natively, with and without script; the page that follows shows the change. */
export function action(page: Route.ActionArgs) {
  const { id, document } = page.params;
  const verb = verbAt(page.url.pathname);
  const reasonIn = (posted: FormData) => String(posted.get('reason') ?? '').trim();
  return actForStaff(
    page,
    async (site, posted) => {
      const [typed, reason] = [readNamed(posted), reasonIn(posted)];
      const wrongReason = verb === 'handled' ? undefined : problemOfReason(reason, reasonLabel);
      const errors = {
        ...(verb === 'change' ? problemsOf(typed) : {}),
        ...(wrongReason && { reason: wrongReason }),
      };
      if (Object.keys(errors).length > 0) return data({ typed, reason, errors }, { status: 400 });
      const { clients } = site.api;
      if (verb === 'handled') await clients.markDocumentHandled({ id, document });
      else if (verb === 'delete') await clients.removeDocument({ id, document, reason });
      else if (typed.type !== '')
        await clients.changeDocument({ id, document, reason, title: typed.title, type: typed.type });
      return redirectWithNotice(site, clientPath(id), words[verb].notice);
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      const errors: Record<string, string> = { '': text };
      return data({ typed: readNamed(posted), reason: reasonIn(posted), errors }, { status });
    },
  );
}

function verbAt(path: string): Verb {
  const last = path.split('/').at(-1);
  return last === 'delete' || last === 'handled' ? last : 'change';
}

export function meta() {
  return untitledMeta;
}

export default function DocumentDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const verb = verbAt(useLocation().pathname);
  const { title, button, failed } = words[verb];
  const errors: Record<string, string> | undefined = actionData?.errors;
  return (
    <ClientDialogFrame
      id={id}
      name={`${verb}-${loaderData.id}`}
      title={title}
      failed={failed}
      errors={errors}
    >
      {(closeLink) => (
        <>
          {verb === 'delete' ? (
            <p>
              The file of <strong>{loaderData.title}</strong> is deleted for good. That it was here, and why
              it was deleted, stays on record.
            </p>
          ) : null}
          {verb === 'handled' ? (
            <p>
              Nobody can open <strong>{loaderData.title}</strong>, so it stays locked. It will no longer wait
              for you. Its client reads in the portal that we could not open it, and is asked for a photo of
              the paper.
            </p>
          ) : null}
          <StaffForm className="form" noValidate>
            {verb === 'change' ? (
              <DocumentFields typed={actionData?.typed ?? loaderData} errors={errors ?? {}} />
            ) : null}
            {verb === 'handled' ? null : (
              <ReasonField label={reasonLabel} error={errors?.reason} value={actionData?.reason} />
            )}
            <div className="button-row">
              <button type="submit" className={verb === 'delete' ? 'button danger' : 'button'}>
                {button}
              </button>
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </ClientDialogFrame>
  );
}
