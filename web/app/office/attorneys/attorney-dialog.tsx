import { useState } from 'react';
import { data } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, orMissing, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/attorney-dialog';
import { listPath, missing } from './addresses.ts';

/** For a new attorney and for one from the list. */
export function loader(page: Route.LoaderArgs) {
  const { id } = page.params;
  return openFor(page, id === undefined ? 'directory.add' : 'directory.change', async ({ api }) => {
    const attorney = id === undefined ? null : await orMissing(api.directory.detail({ id }));
    return data({ attorney, form: presentForm('attorney') }, { status: id && !attorney ? 404 : 200 });
  });
}

export function meta() {
  return untitledMeta;
}

export default function AttorneyDialog({ loaderData, params: { id } }: Route.ComponentProps) {
  const { attorney, form } = loaderData;
  const add = trpc.directory.add.useMutation();
  const change = trpc.directory.change.useMutation();
  const [wasThere] = useState(attorney !== null);
  const title = attorney ? 'Edit Attorney' : 'Add Attorney';
  if (id !== undefined && !wasThere)
    return (
      <StaffDialog under={listPath} title={missing.title}>
        <p>{missing.text}</p>
      </StaffDialog>
    );
  return (
    <StaffDialog
      key={id ?? 'new'}
      under={listPath}
      opener={id}
      title={title}
      form={form}
      {...(attorney && { values: attorney.answers, version: attorney.version })}
      save={async (answers, { key, version }) => {
        if (id === undefined || !attorney) await add.mutateAsync({ key, answers });
        else await change.mutateAsync({ id, version, answers });
        return { title: 'Success', text: `Attorney ${attorney ? 'updated' : 'added'} successfully` };
      }}
    >
      {id !== undefined && !attorney ? (
        <p className="notice">The entry was deleted. Save to add what is typed here as a new attorney.</p>
      ) : null}
      {attorney && !attorney.listed ? (
        <p className="notice">Not listed: the public directory does not show this attorney.</p>
      ) : null}
    </StaffDialog>
  );
}
