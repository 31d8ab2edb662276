import { useState } from 'react';
import { data } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { ConfirmDialog } from '#web/app/office/confirm-dialog.tsx';
import { useCloseDialog } from '#web/app/office/list-dialog.tsx';
import { notices } from '#web/app/office/notices.ts';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
  sentenceOf,
} from '#web/app/office/staff-request.server.ts';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, trpc, wordsOf } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/delete-dialog';
import { listPath, missing } from './addresses.ts';
import { readAttorney } from './attorney-form.server.ts';

const failed = 'Failed to delete attorney';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'directory.remove');
    const attorney = await readAttorney(site, page.params.id);
    return data(attorney, { status: attorney ? 200 : 404 });
  });
}

/** The button without script; with it, it goes over /trpc. */
export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site) => {
      await site.api.directory.remove({ id: page.params.id });
      return redirectWithNotice(site, listPath + page.url.search, 'attorney-deleted');
    },
    (error) => sentenceOf(error, failed),
  );
}

export function meta() {
  return backOfficeMeta('Delete attorney');
}

/** Asks before an attorney is deleted. */
export default function DeleteDialog({
  loaderData: attorney,
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const close = useCloseDialog(listPath);
  const showToast = useShowToast();
  const [message, setMessage] = useState(actionData);
  const remove = trpc.directory.remove.useMutation({
    onSuccess() {
      showToast(notices['attorney-deleted']);
      close();
    },
    onError(error) {
      if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
      const words = wordsOf(error);
      setMessage(words ?? failed);
      showToast({ kind: 'error', title: failed, text: words });
    },
  });
  return (
    <ConfirmDialog
      listPath={listPath}
      id={id}
      title={attorney ? 'Are you sure you want to delete this attorney?' : missing.title}
      text={attorney ? descriptionOf(attorney.answers) : missing.text}
      message={message}
      button={attorney ? { label: 'Delete', danger: true } : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!remove.isPending) remove.mutate({ id });
      }}
    />
  );
}

function descriptionOf({ name, firm, city, state }: Record<'name' | 'firm' | 'city' | 'state', string>) {
  return `${name}, ${firm}, ${city}, ${state}. Visitors no longer find this attorney. Requests that visitors sent before keep the name.`;
}
