import { useId } from 'react';
import { CloseLink, focusAfter, useCloseDialog } from '#web/app/office/list-dialog.tsx';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { listPath } from './account-words.ts';
import type { NotSaved } from './read-account.server.ts';

interface Props {
  /** Of the account whose link opened it; left out where it is about no account. */
  id?: string;
  /** The title of the page. */
  title: string;
  heading: string;
  notSaved: NotSaved | undefined;
  children: (closeLink: (label: string) => React.ReactNode) => React.ReactNode;
}

/** A dialog over the list of staff accounts, with an address of its own. */
export function StaffDialog({ id, title, heading, notSaved, children }: Props) {
  const close = useCloseDialog(listPath);
  const headingId = useId();
  const closeLink = (label: string) => (
    <CloseLink listPath={listPath} close={close}>
      {label}
    </CloseLink>
  );
  return (
    <Dialog
      labelledBy={headingId}
      onClose={close}
      hasTyped={notSaved !== undefined}
      focusAfter={() => focusAfter(id)}
    >
      <title>{`${notSaved ? 'Error: ' : ''}${title} | Back office`}</title>
      <h2 id={headingId} tabIndex={-1} data-autofocus>
        {heading}
      </h2>
      {notSaved ? <ErrorSummary problem={notSaved.problem} targetOf={(field) => field} /> : null}
      {children(closeLink)}
    </Dialog>
  );
}
