import { data, useLocation } from 'react-router';
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
import type { Route } from './+types/document-dialog';
import { clientPath } from './client-table.tsx';
import { problemOfReason } from './client-verbs.ts';
import { DocumentFields } from './document-fields.tsx';
import { ClientDialogFrame } from './over-client.tsx';
import { ReasonField } from './reason-field.tsx';
import { problemsOf, readNamed } from './receive-document.server.ts';

const reasonLabel = 'Reason';

type Verb = 'change' | 'delete';

const words = {
  change: { title: 'Change the title or type', button: 'Save', failed: 'Nothing was changed' },
  delete: { title: 'Delete this document?', button: 'Delete the document', failed: 'Nothing was deleted' },
} as const satisfies Record<Verb, { title: string; button: string; failed: string }>;

export function loader(page: Route.LoaderArgs) {
  const { id, document } = page.params;
  const isDelete = verbAt(page.url.pathname) === 'delete';
  return forStaff(page, async (site) => {
    await requireFor(site, isDelete ? 'clients.removeDocument' : 'clients.changeDocument');
    return site.api.clients.document({ id, document });
  });
}

/** Posts natively, with and without script; the page that follows shows the change. */
export function action(page: Route.ActionArgs) {
  const { id, document } = page.params;
  const isDelete = verbAt(page.url.pathname) === 'delete';
  const reasonIn = (posted: FormData) => String(posted.get('reason') ?? '').trim();
  return actForStaff(
    page,
    async (site, posted) => {
      const [typed, reason] = [readNamed(posted), reasonIn(posted)];
      const wrongReason = problemOfReason(reason, reasonLabel);
      const errors = {
        ...(isDelete ? {} : problemsOf(typed)),
        ...(wrongReason && { reason: wrongReason }),
      };
      if (Object.keys(errors).length > 0) return data({ typed, reason, errors }, { status: 400 });
      const { clients } = site.api;
      if (isDelete) await clients.removeDocument({ id, document, reason });
      else if (typed.type !== '')
        await clients.changeDocument({ id, document, reason, title: typed.title, type: typed.type });
      return redirectWithNotice(site, clientPath(id), isDelete ? 'document-removed' : 'document-changed');
    },
    (error, posted) => {
      const { status, text } = failedChange(error);
      const errors: Record<string, string> = { '': text };
      return data({ typed: readNamed(posted), reason: reasonIn(posted), errors }, { status });
    },
  );
}

function verbAt(path: string): Verb {
  return /\/delete\/?$/.test(path) ? 'delete' : 'change';
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
          <StaffForm className="form" noValidate>
            {verb === 'change' ? (
              <DocumentFields typed={actionData?.typed ?? loaderData} errors={errors ?? {}} />
            ) : null}
            <ReasonField label={reasonLabel} error={errors?.reason} value={actionData?.reason} />
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
