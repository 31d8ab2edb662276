import { useId } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate } from 'react-router';
import { Dialog } from '#web/app/components/dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Queue, Submission } from './queue.ts';
import { SubmissionRecord } from './submission-record.tsx';
import { linkIdOf } from './submission-table.tsx';

interface SubmissionDialogProps {
  queue: Queue;
  /** As the server rendered it. */
  loaded: Submission;
  /** @returns the buttons for it. `close` goes back to the list. */
  actions(submission: Submission, close: () => void): React.ReactNode;
}

/** The details as a dialog over the list, kept up to date while open. */
export function SubmissionDialog({ queue, loaded, actions }: SubmissionDialogProps) {
  const { id } = loaded;
  const { data: submission } = trpc[queue.name].detail.useQuery({ id }, { initialData: loaded });
  const close = useClose(queue);
  const title = useId();
  return (
    <Dialog labelledBy={title} onClose={close} focusAfter={() => focusAfter(id)}>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {titleOf(queue, submission)}
      </h2>
      <SubmissionRecord queue={queue} submission={submission} />
      <div className="record-actions">
        {actions(submission, close)}
        <a className="button secondary" href={`${queue.path}/${id}/pdf`}>
          Download PDF
        </a>
        <CloseLink queue={queue} close={close} />
      </div>
    </Dialog>
  );
}

/** The same dialog for a record that does not exist or could not be read. */
export function NoSubmissionDialog({ queue, error, id }: { queue: Queue; error: unknown; id: string }) {
  const close = useClose(queue);
  const title = useId();
  const missing = isRouteErrorResponse(error) && (error.status === 404 || error.status === 400);
  return (
    <Dialog labelledBy={title} onClose={close} focusAfter={() => focusAfter(id)}>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {missing ? `This ${queue.one} was not found` : 'We could not load this'}
      </h2>
      <p>
        {missing
          ? 'It may have been removed. The list shows all that there are.'
          : 'Please close it and try again.'}
      </p>
      <CloseLink queue={queue} close={close} />
    </Dialog>
  );
}

/** @returns the heading of the details and the page's title: the reference, and nothing personal. */
export function titleOf({ one }: Queue, submission: Pick<Submission, 'reference'> | undefined): string {
  const noun = one.charAt(0).toUpperCase() + one.slice(1);
  return submission ? `${noun} ${submission.reference}` : `${noun} not found`;
}

/** The data are kept up to date over /trpc, so only another record has to be loaded. */
export function isOtherSubmission({
  currentParams,
  nextParams,
}: {
  currentParams: { id?: string };
  nextParams: { id?: string };
}): boolean {
  return currentParams.id !== nextParams.id;
}

function CloseLink({ queue, close }: { queue: Queue; close: () => void }) {
  return (
    <p>
      <Link
        className="button quiet"
        to={queue.path}
        onClick={(event) => {
          event.preventDefault();
          close();
        }}
      >
        Close
      </Link>
    </p>
  );
}

/** @returns a function that goes back to the page of the list that was left, or to its beginning. */
function useClose({ path }: Queue): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    if (state?.fromList) navigate(-1);
    else navigate(path, { replace: true, preventScrollReset: true });
  };
}

function focusAfter(id: string): HTMLElement | null {
  const opener = document.getElementById(linkIdOf(id));
  if (opener) return opener;
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
