import { randomUUID } from 'node:crypto';
import { useId } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { recordedTitle, resultWords } from '#web/app/office/calls.tsx';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { sameText } from '#web/app/office/clients/links.ts';
import {
  CloseLink,
  dialogLinkProps,
  focusAfter,
  linkIdOf,
  useCloseDialog,
} from '#web/app/office/list-dialog.tsx';
import { OwnerForm } from '#web/app/office/owner-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { Presence } from '#web/app/office/presence.tsx';
import { RemovalLink } from '#web/app/office/removals/removal-link.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { isRefusal, trpc } from '#web/app/trpc.ts';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/submission-dialog';
import { CallSection, type Recorded } from './call-section.tsx';
import { DecisionForm } from './decision-form.tsx';
import { capitalized, decidedWords, type Queue, queueAt, type Submission } from './queues.ts';
import { inviteLink, SubmissionRecord } from './submission-record.tsx';

export async function loader(page: Route.LoaderArgs) {
  const { name, calls } = queueAt(page.url.pathname);
  const { id } = page.params;
  const prefetched = await prefetch(page, (api) => [
    api[name].detail({ id }),
    ...(name === 'evaluations' ? [api.clients.ofEvaluation({ id })] : []),
    ...(calls ? [api.staff.me(), api.staff.owners()] : []),
  ]);
  return { ...prefetched, recordKey: randomUUID() };
}

export function meta() {
  return untitledMeta;
}

/** The call before, of which the browser's history keeps no name. */
interface Earlier {
  /** Of the submission. */
  id: string;
  /** What came of it. */
  text: string;
}

/** The details as a dialog over the list, kept up to date while open. */
export default function SubmissionDialog({
  loaderData: { recordKey },
  params: { id },
}: Route.ComponentProps) {
  const { pathname, search, state } = useLocation();
  const queue = queueAt(pathname);
  const [submission, { error }] = trpc[queue.name].detail.useSuspenseQuery({ id });
  const { data: owner } = trpc.clients.ofEvaluation.useQuery(
    { id },
    { enabled: queue.name === 'evaluations' },
  );
  const { client, possible } = owner ?? { client: null, possible: [] };
  const close = useCloseDialog(queue.path);
  const can = usePermissions();
  const showToast = useShowToast();
  const [title, before] = [useId(), useId()];
  const navigate = useNavigate();
  const earlier: Earlier | undefined = state?.recorded;

  const utils = trpc.useUtils();
  const earlierTitle = (call: Earlier) =>
    recordedTitle(utils[queue.name].detail.getData({ id: call.id })?.name ?? '');

  /** The next one who waits opens by itself, and begins with what became of this one. */
  function goOn({ result, again, next }: Recorded) {
    const text = `${resultWords[result]}.${again ? ` Call again ${again}.` : ''}`;
    const isInQueue = submission.status === 'pending';
    if (next === null || !isInQueue) {
      const title = recordedTitle(submission.name);
      showToast({ kind: 'success', title, text: isInQueue ? `${text} Nobody else waits for a call.` : text });
      return close();
    }
    const recorded: Earlier = { id, text };
    const there = { ...state, recorded };
    void navigate(`${queue.path}/${next}${search}`, {
      replace: true,
      preventScrollReset: true,
      state: there,
    });
  }

  return (
    <Dialog
      labelledBy={title}
      {...(earlier && { describedBy: before })}
      onClose={close}
      focusAfter={() => focusAfter(id)}
    >
      <title>{`${titleOf(queue, submission)} | Back office`}</title>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {submission.name ? `${submission.name} ` : null}
        <small>{titleOf(queue, submission)}</small>
      </h2>
      {earlier ? (
        <p id={before} className="notice success">
          {earlierTitle(earlier)}: {earlier.text} This is the next one.
        </p>
      ) : null}
      <Presence record={`${queue.name} ${id}`} />
      {isRefusal(error, 'not-found') ? (
        <p role="alert" className="notice warn">
          Somebody has deleted this {queue.one} while you had it open.
        </p>
      ) : null}
      {queue.calls ? (
        <CallSection queue={queue} submission={submission} recordKey={recordKey} onRecorded={goOn} />
      ) : null}
      {client ? (
        <p>
          Linked to a client: <Link to={clientPath(client)}>client page of {submission.name}</Link>
        </p>
      ) : null}
      {possible.length > 0 ? (
        <div className="notice warn">
          <p>
            This may be from a registered client. Evaluations have no Social Security number, so compare the
            details.
          </p>
          <ul>
            {possible.map(({ id: other, name, agrees }) => (
              <li key={other}>
                <Link to={clientPath(other)}>Client page of {name ?? 'a client without a name'}</Link>:{' '}
                {sameText(agrees, name !== null)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <SubmissionRecord queue={queue} submission={submission} />
      {queue.calls ? <Ownership queue={queue} submission={submission} /> : null}
      <div className="record-actions">
        {can(`${queue.name}.decide`) ? (
          <DecisionForm
            queue={queue}
            submission={submission}
            onDecided={(decision) => {
              showToast({ kind: 'success', ...decidedWords(queue, decision, submission.name) });
              close();
            }}
          />
        ) : null}
        {queue.invitesToSign &&
        submission.status !== 'rejected' &&
        !submission.signed &&
        can(`${queue.name}.inviteToSign`) ? (
          <Link
            id={linkIdOf(inviteLink)}
            className="button secondary"
            to={`${queue.path}/${id}/invite${search}`}
            {...dialogLinkProps}
          >
            {submission.invitation ? 'Invite again' : 'Invite to sign'}
          </Link>
        ) : null}
        <a className="button secondary" href={`${queue.path}/${id}/pdf`}>
          Download PDF
        </a>
        <RemovalLink
          path={`${queue.path}/${id}`}
          procedure={`${queue.name}.remove`}
          what={`this ${queue.one}`}
        />
        <CloseLink listPath={queue.path} close={close}>
          Close
        </CloseLink>
      </div>
    </Dialog>
  );
}

/** The same dialog for a record that does not exist or could not be read. */
export function ErrorBoundary({ error, params: { id = '' } }: Route.ErrorBoundaryProps) {
  const queue = queueAt(useLocation().pathname);
  const close = useCloseDialog(queue.path);
  const title = useId();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Dialog labelledBy={title} onClose={close} focusAfter={() => focusAfter(id)}>
      <title>{`${titleOf(queue, undefined)} | Back office`}</title>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {missing ? `This ${queue.one} was not found` : capitalized(queue.one)}
      </h2>
      {missing ? (
        <p>It may have been removed. The list shows every one that is left.</p>
      ) : (
        <CouldNotLoad failed={queue.failed} />
      )}
      <CloseLink listPath={queue.path} close={close}>
        Close
      </CloseLink>
    </Dialog>
  );
}

/** @returns the heading of the details and the page's title: the reference, and nothing personal. */
function titleOf({ one }: Queue, submission: Pick<Submission, 'reference'> | undefined): string {
  const noun = capitalized(one);
  return submission ? `${noun} ${submission.reference}` : `${noun} not found`;
}

function Ownership({ queue: { name }, submission: { id, owner } }: { queue: Queue; submission: Submission }) {
  const can = usePermissions();
  const { mutateAsync } = trpc[name].assign.useMutation();
  return <OwnerForm owner={owner} may={can(`${name}.assign`)} assign={(to) => mutateAsync({ id, ...to })} />;
}
