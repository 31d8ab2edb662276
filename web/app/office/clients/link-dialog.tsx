import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/link-dialog';
import { clientPath } from './client-table.tsx';
import { linkDialogName, readLinkDialog, recordWords } from './links.ts';

const hints = { reason: 'For example: what you compared, or what the client said.' };

/** The record that the dialog is about; null if staff type its reference. */
export function loader(page: Route.LoaderArgs) {
  const { id, record } = page.params;
  const { kind } = readLinkDialog(page.url.pathname);
  return openFor(page, 'clients.decideLink', async ({ api }) => ({
    found: record === undefined ? null : await api.clients.linkable({ id, kind, record }),
    form: presentForm(record === undefined ? 'linked-record' : 'reason', hints),
  }));
}

export function meta() {
  return untitledMeta;
}

/** Asks why a record belongs to a client, or does not. */
export default function LinkDialog({ loaderData: { found, form }, params: { id } }: Route.ComponentProps) {
  const { kind, state } = readLinkDialog(useLocation().pathname);
  const words = recordWords[kind];
  const decideLink = trpc.clients.decideLink.useMutation();
  return (
    <StaffDialog
      under={clientPath(id)}
      opener={found ? linkDialogName(found.record, state) : `link-${kind}`}
      title={
        state === 'separate'
          ? `Not this client’s ${words}?`
          : `Link ${found ? 'this' : 'a'} ${words} to this client`
      }
      form={form}
      button={state === 'separate' ? 'Not this client’s' : 'Link'}
      save={async (answers) => {
        const [reference, reason] = [String(answers.reference), String(answers.reason)];
        if (found) await decideLink.mutateAsync({ id, kind, record: found.record, state, reason });
        else await decideLink.mutateAsync({ id, kind, reference, state: 'linked', reason });
        return done[state];
      }}
    >
      {found ? (
        <p>
          It is the {words} <strong>{found.reference}</strong>.
        </p>
      ) : null}
      <p>{consequences[state][kind]}</p>
    </StaffDialog>
  );
}

const done = {
  linked: { title: 'Linked', text: 'The record is now listed as this client’s.' },
  separate: { title: 'Saved', text: 'The record is no longer shown as this client’s.' },
};

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
