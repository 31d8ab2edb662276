import { useId } from 'react';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { CloseLink, focusAfter, useCloseDialog } from './list-dialog.tsx';
import { StaffForm } from './staff-form.tsx';

interface Props {
  /** The page under the dialog. */
  listPath: string;
  /** Of the record whose link opened it; undefined where it is about no record. */
  id?: string | undefined;
  title: string;
  text: string;
  /** Why nothing was done. */
  message: string | undefined;
  /** The button that confirms; left out when there is nothing to confirm. */
  button?: { label: string; danger: boolean } | undefined;
  /** Without it, the form posts natively with script too. */
  onSubmit?: React.ComponentProps<'form'>['onSubmit'];
  /** Hidden fields. */
  children?: React.ReactNode;
}

/** Asks for confirmation before something that is hard to undo. */
export function ConfirmDialog({ listPath, id, title, text, message, button, onSubmit, children }: Props) {
  const close = useCloseDialog(listPath);
  const [titleId, textId] = [useId(), useId()];
  return (
    <Dialog
      role="alertdialog"
      labelledBy={titleId}
      describedBy={textId}
      onClose={close}
      focusAfter={() => focusAfter(id)}
    >
      <h2 id={titleId}>{title}</h2>
      <p id={textId}>{text}</p>
      <StaffForm className="review" onSubmit={onSubmit}>
        {children}
        <p role="alert" className={message ? 'notice error' : undefined}>
          {message}
        </p>
        <div className="button-row">
          <CloseLink listPath={listPath} close={close} data-autofocus>
            {button ? 'Cancel' : 'Close'}
          </CloseLink>
          {button ? (
            <button type="submit" className={button.danger ? 'button danger' : 'button'}>
              {button.label}
            </button>
          ) : null}
        </div>
      </StaffForm>
    </Dialog>
  );
}
