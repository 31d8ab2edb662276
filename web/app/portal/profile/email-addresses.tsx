import { emailsPath } from '#web/app/portal/portal.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/email-addresses';
import { ChangeButton, type PendingEntry, readAgain, sendChange } from './change-form.tsx';
import { EntriesPage } from './entries-page.tsx';
import { AddressText, PrimaryStar } from './entry-list.tsx';
import { actOnProfile, loadEntries } from './profile-request.server.ts';

const kind = 'email-address';

export function loader(page: Route.LoaderArgs) {
  return loadEntries(page, kind);
}

export function action(page: Route.ActionArgs) {
  return actOnProfile(page, emailsPath);
}

export const clientAction = sendChange;

export const shouldRevalidate = readAgain;

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title: 'Email Addresses',
    description: 'The email addresses of a client.',
    path: emailsPath,
    hidden: true,
  });

export default function EmailAddresses({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EntriesPage
      kind={kind}
      title="Email Addresses"
      introduction={
        <p className="prose">
          If you forget your PIN, we can email you a code for a new one: to your primary address, from three
          days after you verified it.
        </p>
      }
      addHeading="Add an email address"
      heading="Your email addresses"
      empty="No email addresses added yet."
      loaded={loaderData}
      outcome={actionData}
      nameOf={(answers) => answers.email ?? ''}
      card={(entry, isOnly) => <Email key={entry.id} entry={entry} isOnly={isOnly} />}
    />
  );
}

function Email({ entry, isOnly }: { entry: PendingEntry; isOnly: boolean }) {
  const { id, revision, answers, isPrimary, isVerified, isLinkSent, isGone } = entry;
  const about = String(answers.email);
  const change = { kind, id, about } as const;
  return (
    <li className="entry" hidden={isGone}>
      <p className="entry-name" tabIndex={-1}>
        <AddressText text={about} />
      </p>
      <p className="badges">
        {isPrimary ? <PrimaryStar /> : null}
        <span className={isVerified ? 'badge yes' : 'badge'}>{isVerified ? 'Verified' : 'Unverified'}</span>
      </p>
      {isVerified ? null : (
        <p className="hint">
          We do not know yet that this address is yours.{' '}
          {isLinkSent
            ? 'Open the link in our email, and then we can write to you there.'
            : 'Choose “Email me a link” and open the link in our email, and then we can write to you there.'}
        </p>
      )}
      <div className="button-row">
        {isVerified ? null : <ChangeButton {...change} action="send-link" label="Email me a link" />}
        <ChangeButton {...change} action="make-primary" label="Make Primary" hidden={isPrimary || isOnly} />
        <ChangeButton
          {...change}
          action="remove"
          revision={revision}
          label="Delete"
          className="button quiet small"
        />
      </div>
    </li>
  );
}
