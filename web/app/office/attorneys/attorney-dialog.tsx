import { useId } from 'react';
import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { CloseLink, focusAfter, useCloseDialog } from '#web/app/office/list-dialog.tsx';
import { notices } from '#web/app/office/notices.ts';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/attorney-dialog';
import { listPath, missing } from './addresses.ts';
import { presentFailure, presentForm, readAttorney, readPost } from './attorney-form.server.ts';
import { AttorneyForm } from './attorney-form.tsx';

/** For a new attorney and for one from the list. */
export function loader(page: Route.LoaderArgs) {
  const { id } = page.params;
  return forStaff(page, async (site) => {
    await requireFor(site, id === undefined ? 'directory.add' : 'directory.change');
    const attorney = id === undefined ? null : await readAttorney(site, id);
    return data({ attorney, form: presentForm() }, { status: id && !attorney ? 404 : 200 });
  });
}

/** The form without script; with it, it goes over /trpc. */
export function action(page: Route.ActionArgs) {
  const { id } = page.params;
  return actForStaff(
    page,
    async (site, posted) => {
      const { answers, key, version } = readPost(posted);
      if (id === undefined) await site.api.directory.add({ key, answers });
      else await site.api.directory.change({ id, version, answers });
      const list = listPath + page.url.search;
      return redirectWithNotice(site, list, id === undefined ? 'attorney-added' : 'attorney-updated');
    },
    (error, posted) => {
      const failure = presentFailure(error, posted);
      return data(failure, { status: failure.status });
    },
  );
}

/** The form keeps the version it was opened with: a newer version of the attorney must not replace it during editing. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id;
}

export function meta() {
  return untitledMeta;
}

export default function AttorneyDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { attorney, form } = loaderData;
  const close = useCloseDialog(listPath);
  const showToast = useShowToast();
  if (id !== undefined && !attorney && !actionData) return <MissingAttorney close={close} />;
  return (
    <AttorneyForm
      key={id ?? 'new'}
      id={id}
      attorney={attorney}
      form={form}
      notSaved={actionData}
      close={close}
      onSaved={(notice) => {
        showToast(notices[notice]);
        close();
      }}
    />
  );
}

function MissingAttorney({ close }: { close: () => void }) {
  const title = useId();
  return (
    <Dialog labelledBy={title} onClose={close} focusAfter={() => focusAfter(undefined)}>
      <title>{`${missing.title} | Back office`}</title>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {missing.title}
      </h2>
      <p>{missing.text}</p>
      <CloseLink listPath={listPath} close={close}>
        Close
      </CloseLink>
    </Dialog>
  );
}
