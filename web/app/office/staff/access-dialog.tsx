import { data, useLocation } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { ConfirmDialog } from '#web/app/office/confirm-dialog.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
  sentenceOf,
} from '#web/app/office/staff-request.server.ts';
import type { Route } from './+types/access-dialog';
import { listPath } from './account-words.ts';
import { readAccount, readPostedAccount } from './read-account.server.ts';

const isDisabling = (pathname: string) => pathname.endsWith('/disable');

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, isDisabling(page.url.pathname) ? 'staffAccounts.disable' : 'staffAccounts.enable');
    const account = await readAccount(site, page.params.id);
    return data(account, { status: account ? 200 : 404 });
  });
}

export function action(page: Route.ActionArgs) {
  const disable = isDisabling(page.url.pathname);
  return actForStaff(
    page,
    async (site, posted) => {
      const { staffAccounts } = site.api;
      const seen = { id: page.params.id, version: readPostedAccount(posted).version };
      await (disable ? staffAccounts.disable(seen) : staffAccounts.enable(seen));
      return redirectWithNotice(site, listPath, disable ? 'staff-disabled' : 'staff-enabled');
    },
    (error) => sentenceOf(error),
  );
}

export function meta({ location }: Route.MetaArgs) {
  return backOfficeMeta(isDisabling(location.pathname) ? 'Disable account' : 'Enable account');
}

/** Asks before an account is disabled or enabled. Posts natively: the list comes next. */
export default function AccessDialog({
  loaderData: account,
  actionData: message,
  params: { id },
}: Route.ComponentProps) {
  const disable = isDisabling(useLocation().pathname);
  const question = disable ? 'Disable this account?' : 'Enable this account?';
  return (
    <ConfirmDialog
      listPath={listPath}
      id={id}
      title={account ? question : 'This account was not found'}
      text={
        account
          ? `${account.name}, ${account.email}. ${disable ? 'It is logged out everywhere at once and cannot log in until somebody enables it.' : 'It can log in again with the password that it had.'}`
          : 'The list shows all that there are.'
      }
      message={message}
      button={account ? { label: disable ? 'Disable' : 'Enable', danger: disable } : undefined}
    >
      <input type="hidden" name="version" value={account?.version ?? 0} />
    </ConfirmDialog>
  );
}
