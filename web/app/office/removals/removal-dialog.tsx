import type { QueueName } from '@claimdesk/forms/intakes';
import { data, Link, useLocation } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { RecordDialogFrame } from '#web/app/office/clients/client-dialog-frame.tsx';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { problemOfReason } from '#web/app/office/clients/client-verbs.ts';
import { ReasonField } from '#web/app/office/clients/reason-field.tsx';
import { listPath as contractList } from '#web/app/office/contracts/addresses.ts';
import { Presence } from '#web/app/office/presence.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { queueAt } from '#web/app/office/submissions/queues.ts';
import { FieldError } from '#web/app/ui/forms/field.tsx';
import { errorId } from '#web/app/ui/forms/field-ids.ts';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/removal-dialog';
import { removalLink } from './removal-link.tsx';

const reasonLabel = 'Reason';
const notRepresented = 'not-represented';

/** What an address is about: a record of a review queue, or a signed contract. */
function placeAt(pathname: string): { name: QueueName | 'contracts'; one: string; path: string } {
  return pathname.startsWith(contractList)
    ? { name: 'contracts', one: 'signed contract', path: contractList }
    : queueAt(pathname);
}

export function loader(page: Route.LoaderArgs) {
  const { name } = placeAt(page.url.pathname);
  return forStaff(page, async (site) => {
    await requireFor(site, `${name}.remove`);
    const found = await readRecord(site, name, page.params.id);
    return data(found, { status: found ? 200 : 404 });
  });
}

/** @returns how the dialog names the record; null if it no longer exists. */
async function readRecord({ api }: SiteContext, name: QueueName | 'contracts', id: string) {
  try {
    if (name !== 'contracts') return { reference: (await api[name].detail({ id })).reference, keptFor: null };
    const { reference, client } = await api.contracts.detail({ id });
    return { reference, keptFor: client };
  } catch (error) {
    if (isRefused(error, 'not-found', 'bad-input')) return null;
    throw error;
  }
}

/** Posts natively, with and without script: the list comes next, without the record. */
export function action(page: Route.ActionArgs) {
  const { id } = page.params;
  const { name, path } = placeAt(page.url.pathname);
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readTyped(posted);
      const wrongReason = problemOfReason(typed.reason, reasonLabel);
      const errors: Record<string, string> = {
        ...(wrongReason && { reason: wrongReason }),
        ...(name === 'contracts' &&
          !typed.notRepresented && { [notRepresented]: 'Check the box, or keep the contract' }),
      };
      if (Object.keys(errors).length > 0) return data({ typed, errors }, { status: 400 });
      const { reason } = typed;
      if (name === 'contracts') await site.api.contracts.remove({ id, ...typed });
      else await site.api[name].remove({ id, reason });
      return redirectWithNotice(site, path + page.url.search, 'record-removed');
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      const errors: Record<string, string> = { '': text };
      return data({ typed: readTyped(posted), errors }, { status });
    },
  );
}

function readTyped(posted: FormData) {
  return {
    reason: String(posted.get('reason') ?? '').trim(),
    notRepresented: posted.has(notRepresented),
  };
}

export function meta() {
  return untitledMeta;
}

/** Asks why a record is to be deleted, and says what goes with it and what stays. */
export default function RemovalDialog({
  loaderData: record,
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const { name, one, path } = placeAt(useLocation().pathname);
  const errors: Record<string, string> | undefined = actionData?.errors;
  return (
    <RecordDialogFrame
      under={record ? `${path}/${id}` : path}
      name={removalLink}
      title={titleOf(one, record)}
      failed="Nothing was deleted"
      errors={errors}
    >
      {(closeLink) =>
        record && record.keptFor === null ? (
          <>
            <WhatGoes one={one} reference={record.reference} isContract={name === 'contracts'} />
            {name === 'contracts' ? null : <Presence record={`${name} ${id}`} />}
            {name === 'applications' ? (
              <p>
                If there is an entry in the attorney directory, it stays. You can delete it under Attorneys.
              </p>
            ) : null}
            <StaffForm className="form" noValidate>
              <ReasonField
                label={reasonLabel}
                hint="For example: the sender asked for it by phone, on which day, and how you confirmed who called."
                error={errors?.reason}
                value={actionData?.typed.reason}
              />
              {name === 'contracts' ? (
                <NotRepresented error={errors?.[notRepresented]} checked={actionData?.typed.notRepresented} />
              ) : null}
              <div className="button-row">
                <button type="submit" className="button danger">
                  Delete for good
                </button>
                {closeLink('Cancel')}
              </div>
            </StaffForm>
          </>
        ) : (
          <>
            {record?.keptFor ? <WhyKept client={record.keptFor} /> : <p>Somebody has already deleted it.</p>}
            <p className="button-row">{closeLink('Close')}</p>
          </>
        )
      }
    </RecordDialogFrame>
  );
}

function titleOf(one: string, record: { keptFor: string | null } | null): string {
  if (!record) return `This ${one} was not found`;
  return record.keptFor === null ? `Delete this ${one}?` : `This ${one} is kept`;
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
        {isContract ? ' the record of how it was signed, its PDF,' : ''} what staff decided about which client
        it belongs to, and emails about it that were not sent. Searches no longer find it.
        {isContract ? ' Nobody can check any more whether a copy of the PDF is genuine.' : ''}
      </p>
      <p>
        For six years we keep its reference, who deleted it, when, and your reason, so that we can explain it
        later. The audit log keeps who opened it. Backups may hold a copy for some time.
      </p>
    </>
  );
}

function NotRepresented({ error, checked }: { error: string | undefined; checked: boolean | undefined }) {
  return (
    <>
      <FieldError fieldId={notRepresented} text={error} />
      <label className="check" htmlFor={notRepresented}>
        <input
          type="checkbox"
          id={notRepresented}
          name={notRepresented}
          defaultChecked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId(notRepresented) : undefined}
        />
        <span>We do not represent the signer, and no law requires us to keep this contract</span>
      </label>
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
