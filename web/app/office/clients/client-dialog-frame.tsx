import { useEffect, useId, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
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
import { plainFieldId } from '#web/app/ui/forms/plain-fields.tsx';
import { clientPath } from './client-table.tsx';

interface Props {
  /** Of the client. */
  id: string;
  /** Of the link that opens it, and the prefix of its fields' ids. */
  name: string;
  title: string;
  /** The title of a refused post. */
  failed: string;
  /** What has to be corrected, by field; '' for the whole form. */
  errors: Record<string, string> | undefined;
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

/** A dialog over a client's page, with an address of its own, whose form posts a file. */
export function ClientDialogFrame({ id, name, title, failed, errors, children }: Props) {
  const heading = useId();
  const under = clientPath(id);
  const close = useCloseDialog(under);
  const showToast = useShowToast();
  const problem = useMemo(
    () => errors && Object.keys(errors).length > 0 && { title: failed, text: '', errors },
    [failed, errors],
  );
  useEffect(() => {
    if (problem)
      showToast({ kind: 'error', title: problem.title, text: Object.values(problem.errors).join('. ') });
  }, [problem, showToast]);
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
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => plainFieldId(name, field)} /> : null}
      <h2 id={heading} tabIndex={-1} {...(problem ? {} : { 'data-autofocus': true })}>
        {title}
      </h2>
      {children(closeLink)}
    </Dialog>
  );
}
