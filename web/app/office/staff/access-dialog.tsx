import { data, useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, orMissing } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/access-dialog';
import { listPath } from './account-words.ts';

const isDisabling = (pathname: string) => pathname.endsWith('/disable');

export function loader(page: Route.LoaderArgs) {
  const procedure = isDisabling(page.url.pathname) ? 'staffAccounts.disable' : 'staffAccounts.enable';
  return openFor(page, procedure, async ({ api }) => {
    const account = await orMissing(api.staffAccounts.detail({ id: page.params.id }));
    return data(account, { status: account ? 200 : 404 });
  });
}

export function meta() {
  return untitledMeta;
}

/** Asks before an account is disabled or enabled. */
export default function AccessDialog({ loaderData: account, params: { id } }: Route.ComponentProps) {
  const isOff = isDisabling(useLocation().pathname);
  const disable = trpc.staffAccounts.disable.useMutation();
  const enable = trpc.staffAccounts.enable.useMutation();
  if (!account) return <MissingAccount />;
  return (
    <StaffDialog
      under={listPath}
      opener={id}
      title={isOff ? 'Disable this account?' : 'Enable this account?'}
      version={account.version}
      button={isOff ? 'Disable' : 'Enable'}
      danger={isOff}
      save={async (_none, { version }) => {
        await (isOff ? disable : enable).mutateAsync({ id, version: Number(version) });
        return isOff
          ? { title: 'Account disabled', text: 'It is logged out everywhere and cannot log in.' }
          : { title: 'Account enabled', text: 'It can log in again.' };
      }}
    >
      <p>
        {account.name}, {account.email}.{' '}
        {isOff
          ? 'It is logged out everywhere at once and cannot log in until somebody enables it.'
          : 'It can log in again with the password that it had.'}
      </p>
    </StaffDialog>
  );
}

/** In place of a dialog about an account that is not there. */
export function MissingAccount() {
  return (
    <StaffDialog under={listPath} title="This account was not found">
      <p>The list shows all that there are.</p>
    </StaffDialog>
  );
}
