import type { DocumentType } from '@claimdesk/api/document-types';
import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/document-dialog';
import { clientPath } from './client-table.tsx';

const words = {
  change: {
    title: 'Change the title or type',
    button: 'Save',
    procedure: 'clients.changeDocument',
    done: { title: 'Saved', text: 'The document has the new title and type.' },
  },
  handled: {
    title: 'Mark this document as handled?',
    button: 'Mark as handled',
    procedure: 'clients.markDocumentHandled',
    done: {
      title: 'Marked as handled',
      text: 'It no longer waits for you. Its client reads that we could not open it.',
    },
  },
  delete: {
    title: 'Delete this document?',
    button: 'Delete the document',
    procedure: 'clients.removeDocument',
    done: { title: 'Document deleted', text: 'Its file is gone. That it was here stays on record.' },
  },
} as const;

const forms = { change: 'document', delete: 'reason' } as const;

export function loader(page: Route.LoaderArgs) {
  const { id, document } = page.params;
  const verb = verbAt(page.url.pathname);
  return openFor(page, words[verb].procedure, async ({ api }) => ({
    stored: await api.clients.document({ id, document }),
    form: verb === 'handled' ? undefined : presentForm(forms[verb]),
  }));
}

function verbAt(path: string): keyof typeof words {
  const last = path.split('/').at(-1);
  return last === 'delete' || last === 'handled' ? last : 'change';
}

export function meta() {
  return untitledMeta;
}

export default function DocumentDialog({
  loaderData: { stored, form },
  params: { id, document },
}: Route.ComponentProps) {
  const verb = verbAt(useLocation().pathname);
  const { title, button, done } = words[verb];
  const change = trpc.clients.changeDocument.useMutation();
  const markHandled = trpc.clients.markDocumentHandled.useMutation();
  const remove = trpc.clients.removeDocument.useMutation();
  return (
    <StaffDialog
      under={clientPath(id)}
      opener={`${verb}-${stored.id}`}
      title={title}
      {...(form && { form })}
      {...(verb === 'change' && { values: { title: stored.title, type: stored.type } })}
      failed={{ title: verb === 'delete' ? 'Nothing was deleted' : 'Nothing was changed', text: '' }}
      button={button}
      danger={verb === 'delete'}
      save={async (answers) => {
        const why = { id, document, reason: String(answers.reason) };
        const type = answers.type as DocumentType;
        if (verb === 'handled') await markHandled.mutateAsync({ id, document });
        else if (verb === 'delete') await remove.mutateAsync(why);
        else await change.mutateAsync({ ...why, title: String(answers.title), type });
        return done;
      }}
    >
      {verb === 'delete' ? (
        <p>
          The file of <strong>{stored.title}</strong> is deleted for good. That it was here, and why it was
          deleted, stays on record.
        </p>
      ) : null}
      {verb === 'handled' ? (
        <p>
          Nobody can open <strong>{stored.title}</strong>, so it stays locked. It will no longer wait for you.
          Its client reads in the portal that we could not open it, and is asked for a photo of the paper.
        </p>
      ) : null}
    </StaffDialog>
  );
}
