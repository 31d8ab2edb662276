import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { ChangeForm } from '#web/app/office/change-form.tsx';
import { openFor, orMissing, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { ToastWords } from '#web/app/ui/components/toast-card.tsx';
import type { Route } from './+types/account-dialog';
import { MissingAccount } from './access-dialog.tsx';
import { changedAccount, listPath, roles } from './account-words.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'staffAccounts.change', async ({ api }) => {
    const account = await orMissing(api.staffAccounts.detail({ id: page.params.id }));
    const form = presentForm(account?.own ? 'own-account' : 'staff-account');
    return data({ account, form }, { status: account ? 200 : 404 });
  });
}

export function meta() {
  return untitledMeta;
}

/** Name and role of an account, and help for somebody who cannot log in. */
export default function AccountDialog({
  loaderData: { account, form },
  params: { id },
}: Route.ComponentProps) {
  const change = trpc.staffAccounts.change.useMutation();
  if (!account) return <MissingAccount />;
  const { name, email, role, representativeName, representativeStatus, own, version: newest } = account;
  return (
    <StaffDialog
      under={listPath}
      opener={id}
      title="Staff account"
      heading="Edit account"
      form={form}
      values={{
        ...{ name, role, representative_name: representativeName ?? '' },
        ...(representativeStatus && { representative_status: representativeStatus }),
      }}
      version={newest}
      save={async (answers, { version }) => {
        await change.mutateAsync({ id, version: Number(version), ...changedAccount(answers, role) });
        return { title: 'Saved', text: 'The account was changed.' };
      }}
      after={(onSaved) => <Help account={account} onSaved={onSaved} />}
    >
      <p>{email}</p>
      {own ? <p>Your role is {roles[role].label}. Only another administrator can change it.</p> : null}
    </StaffDialog>
  );
}

interface HelpProps {
  account: Outputs['staffAccounts']['detail'];
  onSaved: (done: ToastWords) => void;
}

/** For somebody who cannot log in. */
function Help({ account: { id, state, own, twoStep, passkeys, version }, onSaved }: HelpProps) {
  const sendLink = trpc.staffAccounts.sendLink.useMutation();
  const endTwoStep = trpc.staffAccounts.endTwoStep.useMutation();
  const removePasskeys = trpc.staffAccounts.removePasskeys.useMutation();
  const isInvited = state === 'invited';
  const offered = [
    state !== 'disabled' && {
      title: isInvited ? 'Invitation' : 'Password',
      text: isInvited
        ? 'Nobody has chosen a password for this account yet. A new invitation replaces the one before.'
        : 'For somebody who forgot the password: we email a link to choose a new one.',
      button: isInvited ? 'Send the invitation again' : 'Send a link for a new password',
      call: sendLink,
      done: { title: 'Link sent', text: 'It is on its way by email, and replaces the one before.' },
    },
    twoStep &&
      !own && {
        title: 'Two-step login',
        text: 'For somebody who lost the phone and the recovery codes.',
        button: 'Turn off two-step login',
        call: endTwoStep,
        done: { title: 'Two-step login is off', text: 'The account signs in with its password alone.' },
      },
    passkeys > 0 &&
      !own && {
        title: 'Passkeys',
        text: `For somebody who lost a device. The account has ${passkeys}; after this it has none.`,
        button: 'Remove all passkeys',
        call: removePasskeys,
        done: { title: 'Passkeys removed', text: 'The account signs in with its password.' },
      },
  ];
  return offered
    .filter((each) => each !== false)
    .map(({ title, text, button, call, done }) => (
      <section className="titled" key={title}>
        <ChangeForm
          version={version}
          button={button}
          look="secondary"
          save={(_none, seen) => call.mutateAsync({ id, version: Number(seen.version) })}
          onSaved={() => onSaved(done)}
        >
          <h3>{title}</h3>
          <p>{text}</p>
        </ChangeForm>
      </section>
    ));
}
