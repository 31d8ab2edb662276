import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { addressLines } from '@claimdesk/forms/postal-address';
import { Link } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { addressPath } from '#web/app/portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/mailing-address';
import { readAgain, sendChange } from './change-form.tsx';
import { ProfileForm, ProfilePage, useProfileProblem } from './profile-page.tsx';
import { actOnProfile, presentForm } from './profile-request.server.ts';
import type { Entry } from './profile-words.ts';

const kind = 'mailing-address';
/** The id of the heading of the address. */
const currentId = 'current';

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    const [[entry = null], notice, form] = await Promise.all([
      api.profile.list({ kind }),
      api.profile.notice(),
      presentForm(api, kind),
    ]);
    return { entry, notice, form, isOpen: page.url.searchParams.has('form') };
  });
}

export function action(page: Route.ActionArgs) {
  return actOnProfile(page, addressPath);
}

export const clientAction = sendChange;

export const shouldRevalidate = readAgain;

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title: 'Mailing Address',
    description: 'Where a client gets mail.',
    path: addressPath,
    hidden: true,
  });

export default function MailingAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, notice, form, isOpen } = loaderData;
  const returnTo = isOpen ? currentId : null;
  const { problem, showProblem, posted } = useProfileProblem(actionData, isOpen ? form : null, returnTo);
  return (
    <ProfilePage
      title="Mailing Address"
      kind={kind}
      problem={problem}
      form={kind}
      returnTo={returnTo}
      undo={null}
    >
      {isOpen ? (
        <ProfileForm
          id={kind}
          heading={entry ? 'Update your mailing address' : 'Add your mailing address'}
          form={form}
          action={entry ? 'change' : 'add'}
          entry={entry ?? undefined}
          posted={posted}
          problem={problem}
          showProblem={showProblem}
          closed={addressPath}
          mayCancel={entry !== null}
        />
      ) : (
        <Current entry={entry} />
      )}
      {notice ? <AgencyNotice notice={notice} /> : null}
    </ProfilePage>
  );
}

function Current({ entry }: { entry: Entry | null }) {
  if (!entry)
    return (
      <>
        <p>No mailing address added yet.</p>
        <p>
          <Link className="button" to="?form">
            Add Mailing Address
          </Link>
        </p>
      </>
    );
  return (
    <section className="entry" aria-labelledby={currentId}>
      <h2 id={currentId} tabIndex={-1}>
        Current primary address
      </h2>
      <address className="lines">{addressLines(entry.answers).join('\n')}</address>
      <p className="button-row">
        <Link className="button" to="?form">
          Update Address
        </Link>
      </p>
    </section>
  );
}

/** The status of the notice to the agency. It counts as sent only once staff have sent it. */
function AgencyNotice({ notice }: { notice: NonNullable<Outputs['profile']['notice']> }) {
  const { state, madeAt, heldUntil, sentAt, how } = notice;
  return (
    <section className="notice" aria-labelledby="agency">
      <h2 id="agency">Social Security</h2>
      {state === 'sent' && sentAt ? (
        <p>
          We told Social Security about this address on {longEasternDate(sentAt)},{' '}
          {how === 'letter' ? 'by letter' : 'on their website for representatives'}.
        </p>
      ) : heldUntil ? (
        <p>
          <strong>We have not told them yet.</strong> We wait until {longEasternDate(heldUntil)} to be sure
          that the change is yours. Then we tell them.
        </p>
      ) : state === 'telling' ? (
        <p>
          <strong>We are telling them now.</strong> You saved this address on {longEasternDate(madeAt)}. This
          page says when it is done.
        </p>
      ) : (
        <p>
          <strong>We have not told them yet.</strong> First we have to know that this account is yours. Please
          call us. Then we tell them.
        </p>
      )}
      {state === 'sent' ? null : (
        <p>
          You can also tell Social Security yourself, at <span className="nowrap">1-800-772-1213</span>{' '}
          <span className="nowrap">(TTY 1-800-325-0778)</span> or in your account at ssa.gov. It does no harm
          if both of us do.
        </p>
      )}
    </section>
  );
}
