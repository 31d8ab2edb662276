import { phoneText } from '@claimdesk/forms/phone';
import { phonesPath } from '#web/app/portal/portal.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/phone-numbers';
import { ChangeButton, type PendingEntry, readAgain, sendChange } from './change-form.tsx';
import { EntriesPage } from './entries-page.tsx';
import { PrimaryStar } from './entry-list.tsx';
import { actOnProfile, loadEntries } from './profile-request.server.ts';

const kind = 'phone-number';

export function loader(page: Route.LoaderArgs) {
  return loadEntries(page, kind);
}

export function action(page: Route.ActionArgs) {
  return actOnProfile(page, phonesPath);
}

export const clientAction = sendChange;

export const shouldRevalidate = readAgain;

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title: 'Phone Numbers',
    description: 'The phone numbers of a client.',
    path: phonesPath,
    hidden: true,
  });

export default function PhoneNumbers({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EntriesPage
      kind={kind}
      title="Phone Numbers"
      addHeading="Add a phone number"
      introduction={<WhoTexts />}
      heading="Your phone numbers"
      empty="No phone numbers added yet."
      loaded={loaderData}
      outcome={actionData}
      consent="text_consent"
      nameOf={(answers) => phoneText(String(answers.phone_number))}
      card={(entry, isOnly) => (
        <Phone key={entry.id} entry={entry} isOnly={isOnly} wording={loaderData.wording} />
      )}
    />
  );
}

/** What the box for texts cannot say: a form's words have no links, and not the firm's name. */
function WhoTexts() {
  const firm = useLayoutData();
  return (
    <p>
      Texts come from {firm?.firmName || 'us'}, and only if you allow them. Read the{' '}
      <a href="/terms-of-service">terms for texts</a> and our <a href="/privacy-policy">privacy policy</a>.
    </p>
  );
}

interface PhoneProps {
  entry: PendingEntry;
  isOnly: boolean;
  /** What the client agrees to. */
  wording: string;
}

function Phone({ entry, isOnly, wording }: PhoneProps) {
  const { id, revision, answers, isPrimary, isGone } = entry;
  const about = phoneText(String(answers.phone_number));
  const change = { kind, id, about } as const;
  const mayText = answers.text_consent === true;
  return (
    <li className="entry" hidden={isGone}>
      <p className="entry-name" tabIndex={-1}>
        {about}
      </p>
      <p className="badges">
        {isPrimary ? <PrimaryStar /> : null}
        <span className={mayText ? 'badge yes' : 'badge'}>{mayText ? 'Text-enabled' : 'Text-disabled'}</span>
      </p>
      <div className="button-row">
        <ChangeButton {...change} action="make-primary" label="Make Primary" hidden={isPrimary || isOnly} />
        <ChangeButton
          {...change}
          action={mayText ? 'revoke' : 'grant'}
          revision={revision}
          label={mayText ? 'Disable Texts' : 'Enable Texts'}
        />
        <ChangeButton
          {...change}
          action="remove"
          revision={revision}
          label="Delete"
          className="button quiet small"
        />
      </div>
      {mayText ? null : <p className="hint">“Enable Texts” means: {wording}</p>}
    </li>
  );
}
