import type { QueueName } from '@claimdesk/forms/intakes';
import { data, Link, useLocation } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { listPath as contractList } from '#web/app/office/contracts/addresses.ts';
import { openFor, orMissing, presentForm } from '#web/app/office/open-form.server.ts';
import { Presence } from '#web/app/office/presence.tsx';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { queueAt } from '#web/app/office/submissions/queues.ts';
import { trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/removal-dialog';
import { removalLink } from './removal-link.tsx';

/** What an address is about: a record of a review queue, or a signed contract. */
function placeAt(pathname: string): { name: QueueName | 'contracts'; one: string; path: string } {
  return pathname.startsWith(contractList)
    ? { name: 'contracts', one: 'signed contract', path: contractList }
    : queueAt(pathname);
}

export function loader(page: Route.LoaderArgs) {
  const { name } = placeAt(page.url.pathname);
  return openFor(page, `${name}.remove`, async ({ api }) => {
    const record = await orMissing(readRecord(api, name, page.params.id));
    const form = presentForm(name === 'contracts' ? 'contract-removal' : 'removal');
    return data({ record, form }, { status: record ? 200 : 404 });
  });
}

/** @returns how the dialog names the record. */
async function readRecord(api: SiteContext['api'], name: QueueName | 'contracts', id: string) {
  if (name !== 'contracts') return { reference: (await api[name].detail({ id })).reference, keptFor: null };
  const { reference, client } = await api.contracts.detail({ id });
  return { reference, keptFor: client };
}

export function meta() {
  return untitledMeta;
}

/** Asks why a record is to be deleted, and says what goes with it and what stays. */
export default function RemovalDialog({
  loaderData: { record, form },
  params: { id },
}: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const { name, one, path } = placeAt(pathname);
  const queue = name === 'contracts' ? 'evaluations' : name;
  const remove = trpc[queue].remove.useMutation();
  const removeContract = trpc.contracts.remove.useMutation();
  const isKept = record !== null && record.keptFor !== null;
  return (
    <StaffDialog
      under={record ? `${path}/${id}` : path}
      opener={removalLink}
      title={record ? (isKept ? `This ${one} is kept` : `Delete this ${one}?`) : `This ${one} was not found`}
      form={form}
      danger
      next={path + search}
      save={
        record && !isKept
          ? async (answers) => {
              const reason = String(answers.reason);
              if (name === 'contracts')
                await removeContract.mutateAsync({
                  id,
                  reason,
                  notRepresented: answers.not_represented === true,
                });
              else await remove.mutateAsync({ id, reason });
              return {
                title: 'Deleted',
                text: 'It is gone for good. The record keeps that you deleted it, and why.',
              };
            }
          : undefined
      }
    >
      {record && !isKept ? (
        <>
          <WhatGoes one={one} reference={record.reference} isContract={name === 'contracts'} />
          {name === 'contracts' ? null : <Presence record={`${name} ${id}`} />}
          {name === 'applications' ? (
            <p>
              If there is an entry in the attorney directory, it stays. You can delete it under Attorneys.
            </p>
          ) : null}
        </>
      ) : record?.keptFor ? (
        <WhyKept client={record.keptFor} />
      ) : (
        <p>Somebody has already deleted it.</p>
      )}
    </StaffDialog>
  );
}

interface WhatGoesProps {
  one: string;
  reference: string;
  isContract: boolean;
}

function WhatGoes({ one, reference, isContract }: WhatGoesProps) {
  return (
    <>
      <p>
        This deletes the {one} <strong>{reference}</strong> for good, with every answer. Nobody can undo it.
        It also deletes
        {isContract ? ' the record of how it was signed, its PDF,' : ' the calls about it,'} what staff
        decided about which client it belongs to, and emails about it that were not sent. Searches no longer
        find it.
        {isContract ? ' Nobody can check any more whether a copy of the PDF is genuine.' : ''}
      </p>
      <p>
        For six years we keep its reference, who deleted it, when, and your reason, so that we can explain it
        later. The audit log keeps who opened it. Backups may hold a copy for some time.
      </p>
    </>
  );
}

function WhyKept({ client }: { client: string }) {
  return (
    <p>
      It belongs to a <Link to={clientPath(client)}>registered client</Link>, so we need it for their claim.
      If it is not theirs, say so on the client’s page first. If they no longer want an account, close the
      account first.
    </p>
  );
}
