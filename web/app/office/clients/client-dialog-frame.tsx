import { useEffect, useId, useMemo } from 'react';
import { Link, useActionData, useLocation } from 'react-router';
import { forgetDraft } from '#web/app/office/drafts.ts';
import {
  CloseLink,
  dialogLinkProps,
  focusAfter,
  linkIdOf,
  useCloseDialog,
} from '#web/app/office/list-dialog.tsx';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { clientPath } from './client-table.tsx';

interface Props {
  /** The address of the page under it. */
  under: string;
  /** Of the link that opens it. */
  name: string;
  title: string;
  /** The title of a refused post. */
  failed?: string;
  /** What has to be corrected, by the field's id; '' for the whole form. */
  errors?: Record<string, string> | undefined;
  /** Closes with a full page load, so that nothing of the dialog stays in memory. */
  leaves?: boolean;
  /** @param close the link that closes it. */
  children: (closeLink: (label: string) => React.ReactNode) => React.ReactNode;
}

interface DialogLinkProps {
  /** The id of the client. */
  id: string;
  /** The dialog's address, below that of the client. */
  path: string;
  /** Tells the links of the page apart; left out where the path does. */
  name?: string;
  className?: string;
  children: React.ReactNode;
}

/** Opens a dialog over a client's page. */
export function DialogLink({ id, path, name = path, className, children }: DialogLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      className={className}
      id={linkIdOf(name)}
      to={`${clientPath(id)}/${path}${search}`}
      {...dialogLinkProps}
    >
      {children}
    </Link>
  );
}

/** A dialog over a client's page, with an address of its own. @param id of the client. */
export function ClientDialogFrame({ id, ...frame }: Omit<Props, 'under'> & { id: string }) {
  return <RecordDialogFrame under={clientPath(id)} {...frame} />;
}

/** A dialog over the page of one record, with an address of its own. */
export function RecordDialogFrame({
  under,
  name,
  title,
  failed = 'Nothing was changed',
  errors,
  leaves = false,
  children,
}: Props) {
  const heading = useId();
  const closeHere = useCloseDialog(under);
  const close = leaves ? () => window.location.replace(under) : closeHere;
  const showToast = useShowToast();
  const problem = useMemo(
    () => errors && Object.keys(errors).length > 0 && { title: failed, text: '', errors },
    [failed, errors],
  );
  useEffect(() => {
    if (problem)
      showToast({ kind: 'error', title: problem.title, text: Object.values(problem.errors).join('. ') });
  }, [problem, showToast]);
  const { pathname } = useLocation();
  const isDone = useActionData() !== undefined && !problem;
  // Where the dialog itself shows what came of it, such as a code.
  useEffect(() => {
    if (isDone) forgetDraft(pathname);
  }, [isDone, pathname]);
  const closeLink = (label: string) => (
    <CloseLink listPath={under} close={close}>
      {label}
    </CloseLink>
  );
  return (
    <Dialog
      labelledBy={heading}
      onClose={close}
      hasTyped={Boolean(problem)}
      focusAfter={() => focusAfter(name)}
    >
      <title>{`${problem ? 'Error: ' : ''}${title} | Back office`}</title>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h2 id={heading} tabIndex={-1} {...(problem ? {} : { 'data-autofocus': true })}>
        {title}
      </h2>
      {children(closeLink)}
    </Dialog>
  );
}
