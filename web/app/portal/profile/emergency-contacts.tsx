import { phoneText } from '@claimdesk/forms/phone';
import { contactsPath } from '#web/app/portal/portal.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/emergency-contacts';
import { ChangeButton, type PendingEntry, readAgain, sendChange } from './change-form.tsx';
import { EntriesPage } from './entries-page.tsx';
import { actOnProfile, loadEntries } from './profile-request.server.ts';

const kind = 'emergency-contact';

export function loader(page: Route.LoaderArgs) {
  return loadEntries(page, kind);
}

export function action(page: Route.ActionArgs) {
  return actOnProfile(page, contactsPath);
}

export const clientAction = sendChange;

export const shouldRevalidate = readAgain;

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title: 'Emergency Contacts',
    description: 'Whom to call when a client cannot be reached.',
    path: contactsPath,
    hidden: true,
  });

export default function EmergencyContacts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EntriesPage
      kind={kind}
      title="Emergency Contacts"
      addHeading="Add an emergency contact"
      heading="Your emergency contacts"
      empty="No emergency contacts added yet."
      loaded={loaderData}
      outcome={actionData}
      consent="authorized_to_discuss"
      nameOf={(answers) => answers.contact_name ?? ''}
      card={(entry) => <Contact key={entry.id} entry={entry} wording={loaderData.wording} />}
    />
  );
}

function Contact({ entry, wording }: { entry: PendingEntry; wording: string }) {
  const { id, revision, answers, isGone } = entry;
  const about = String(answers.contact_name);
  const change = { kind, id, about } as const;
  const mayDiscuss = answers.authorized_to_discuss === true;
  return (
    <li className="entry" hidden={isGone}>
      <p className="entry-name" tabIndex={-1}>
        {about}
      </p>
      <p>
        {answers.relationship ? `${answers.relationship}, ` : null}
        <span className="nowrap">{phoneText(String(answers.phone_number))}</span>
      </p>
      <p className="badges">
        <span className={mayDiscuss ? 'badge yes' : 'badge'}>
          {mayDiscuss ? 'May discuss claim' : 'May not discuss claim'}
        </span>
      </p>
      <p className="hint">
        {mayDiscuss
          ? 'We may talk about the details of your claim with this person.'
          : `We may ask this person how to reach you, and say nothing about your claim. “Allow to discuss claim” means: ${wording}`}
      </p>
      <div className="button-row">
        <ChangeButton
          {...change}
          action={mayDiscuss ? 'revoke' : 'grant'}
          revision={revision}
          label={mayDiscuss ? 'Do not discuss claim' : 'Allow to discuss claim'}
        />
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
