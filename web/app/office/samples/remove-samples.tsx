import { Link } from 'react-router';
import { backOfficeMeta, firstPage } from '#web/app/office/back-office.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { actForStaff, forStaff, requireFor, sentenceOf } from '#web/app/office/staff-request.server.ts';
import type { Route } from './+types/remove-samples';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'samples.removeAll');
    return site.api.samples.count();
  });
}

export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site) => {
      const { sentence } = await site.api.samples.removeAll();
      return { removed: sentence };
    },
    (error) => sentenceOf(error),
  );
}

export function meta() {
  return backOfficeMeta('Remove all samples');
}

/** Asks before every sample is removed, then says what was removed. */
export default function RemoveSamples({
  loaderData: { count, phrase, people, drafts },
  actionData: answer,
}: Route.ComponentProps) {
  if (typeof answer === 'object')
    return (
      <>
        <h1>Samples removed</h1>
        <p className="notice success" role="status">
          {answer.removed} What is left is what you wrote yourselves.
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
      <StaffForm className="review">
        <p role="alert" className={answer ? 'notice error' : undefined}>
          {answer}
        </p>
        <div className="button-row">
          <Link className="button secondary" to={firstPage}>
            Keep them
          </Link>
          <button type="submit" className="button danger">
            Remove them
          </button>
        </div>
      </StaffForm>
    </>
  );
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
