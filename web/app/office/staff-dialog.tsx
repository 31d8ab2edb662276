import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Toast } from '#web/app/ui/components/toast-card.tsx';
import { ChangeForm } from './change-form.tsx';
import { forgetDraft } from './drafts.ts';
import { CloseLink, focusAfter, useCloseDialog } from './list-dialog.tsx';

type Done = Omit<Toast, 'kind'>;
type FormProps = React.ComponentProps<typeof ChangeForm<Done | null>>;

interface Props extends Omit<FormProps, 'title' | 'look' | 'save' | 'onSaved' | 'beside'> {
  /** Of the page. */
  title: string;
  danger?: boolean;
  /** The address of the page under it. */
  under: string;
  /** Of the link that opens it; undefined where it is about no record. */
  opener?: string | undefined;
  heading?: string | undefined;
  /** One mutation. @returns what is said over the page under it; null where the dialog itself shows what came of it. Left out where there is nothing to do. */
  save?: FormProps['save'] | undefined;
  /** The page that comes next, where it is not the one under it; a function where that depends on what was saved. */
  next?: string | (() => string) | undefined;
  /** Closes with a full page load, so that nothing of the dialog stays in memory. */
  leaves?: boolean;
  /** What follows the form. @param onSaved for changes of its own. */
  after?: (onSaved: (done: Done) => void) => React.ReactNode;
}

/** A dialog over a page, with an address of its own, that changes one thing: its questions are a definition in `forms/staff`. */
export function StaffDialog({
  under,
  opener,
  title,
  heading = title,
  save,
  next,
  leaves = false,
  after,
  danger = false,
  children,
  ...form
}: Props) {
  const [headingId, textId] = [useId(), useId()];
  const { pathname } = useLocation();
  const closeHere = useCloseDialog(under);
  const navigate = useNavigate();
  const showToast = useShowToast();
  const onlyAsks = form.form === undefined;
  function close() {
    // Closing gives up what was typed, which Esc warns of.
    forgetDraft(pathname);
    if (leaves) window.location.replace(under);
    else closeHere();
  }
  function finish(done: Done | null) {
    if (done === null) return;
    showToast({ kind: 'success', ...done }, { onNextPage: next !== undefined });
    if (next === undefined) close();
    else void navigate(typeof next === 'string' ? next : next(), { replace: true });
  }
  const closeLink = (
    <CloseLink listPath={under} close={close} data-autofocus={save && onlyAsks ? true : undefined}>
      {save ? 'Cancel' : 'Close'}
    </CloseLink>
  );
  return (
    <Dialog
      role={save && onlyAsks ? 'alertdialog' : 'dialog'}
      labelledBy={headingId}
      {...(save && onlyAsks && { describedBy: textId })}
      onClose={close}
      focusAfter={() => focusAfter(opener)}
    >
      <h2 id={headingId} tabIndex={-1} data-autofocus={save && onlyAsks ? undefined : true}>
        {heading}
      </h2>
      {save ? (
        <ChangeForm
          {...form}
          title={title}
          save={save}
          beside={closeLink}
          look={danger ? 'danger' : undefined}
          onSaved={finish}
        >
          <div id={textId}>{children}</div>
        </ChangeForm>
      ) : (
        <>
          <title>{`${title} | Back office`}</title>
          {children}
          <p className="button-row">{closeLink}</p>
        </>
      )}
      {save && after ? after(finish) : null}
    </Dialog>
  );
}
