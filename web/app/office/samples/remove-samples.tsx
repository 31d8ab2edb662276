import { useState } from 'react';
import { Link } from 'react-router';
import { backOfficeMeta, firstPage } from '#web/app/office/back-office.ts';
import { ChangeForm } from '#web/app/office/change-form.tsx';
import { openFor } from '#web/app/office/open-form.server.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/remove-samples';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'samples.removeAll', ({ api }) => api.samples.count());
}

export function meta() {
  return backOfficeMeta('Remove all samples');
}

/** Asks before every sample is removed, then says what was removed. */
export default function RemoveSamples({
  loaderData: { count, phrase, people, drafts },
}: Route.ComponentProps) {
  const [removed, setRemoved] = useState<string | null>(null);
  const removeAll = trpc.samples.removeAll.useMutation();
  if (removed !== null)
    return (
      <>
        <h1 tabIndex={-1} ref={focus}>
          Samples removed
        </h1>
        <p className="notice success" role="status">
          {removed} What is left is what you wrote yourselves.
        </p>
        <BackToDashboard />
      </>
    );
  if (count === 0)
    return (
      <>
        <h1>Remove all samples?</h1>
        <p>There are no samples left.</p>
        <BackToDashboard />
      </>
    );
  return (
    <>
      <h1>Remove all samples?</h1>
      <p>
        {phrase ? `${phrase} will leave the site for good. What you wrote yourselves stays. ` : null}
        {drafts}
      </p>
      {people ? (
        <p>
          {people} will be deleted from the back office, with all that was added to them. The client login of
          the trial ends with them.
        </p>
      ) : null}
      <ChangeForm
        failed={{ title: 'Not all samples were removed', text: 'Something went wrong on our side.' }}
        button="Remove them"
        look="danger"
        save={() => removeAll.mutateAsync()}
        onSaved={({ sentence }) => setRemoved(sentence)}
        beside={
          <Link className="button secondary" to={firstPage}>
            Keep them
          </Link>
        }
      />
    </>
  );
}

/** The button that was pressed is gone. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

function BackToDashboard() {
  return (
    <div className="button-row">
      <Link className="button secondary" to={firstPage}>
        Back to Dashboard
      </Link>
    </div>
  );
}
