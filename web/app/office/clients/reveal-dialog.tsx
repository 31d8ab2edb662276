import { useLayoutEffect, useState } from 'react';
import { data, useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { listPath as contractList } from '#web/app/office/contracts/addresses.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { actForStaff, forStaff, requireFor } from '#web/app/office/staff-request.server.ts';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import { Reference } from '#web/app/ui/components/reference.tsx';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/components/confirmation.css';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/reveal-dialog';
import { RecordDialogFrame } from './client-dialog-frame.tsx';
import { problemOfReason } from './client-verbs.ts';
import { ReasonField } from './reason-field.tsx';

const title = 'Reveal the Social Security number';
const reasonLabel = 'Reason';
const shownSeconds = 60;

/** The result of a post: the SSN, or why it was not shown. */
type Outcome =
  | { kind: 'shown'; ssn: string }
  | { kind: 'refused'; reason: string; errors: Record<string, string> };

/** @returns the address of the page that the dialog is over, and which kind of record that is about. */
function underOf(pathname: string) {
  const under = pathname.replace(/\/reveal$/, '');
  return { under, isContract: under.startsWith(contractList) };
}

export function loader(page: Route.LoaderArgs) {
  const { isContract } = underOf(page.url.pathname);
  return forStaff(page, async (site) => {
    await requireFor(site, isContract ? 'contracts.revealSsn' : 'clients.revealSsn');
    return null;
  });
}

/** Posts natively, so that the SSN is in one response and in the data of no other page. */
export function action(page: Route.ActionArgs) {
  const { id } = page.params;
  const { under, isContract } = underOf(page.url.pathname);
  const reasonIn = (posted: FormData) => String(posted.get('reason') ?? '').trim();
  return actForStaff(
    page,
    async ({ api }, posted) => {
      const reason = reasonIn(posted);
      const wrong = problemOfReason(reason, reasonLabel);
      if (wrong) return refused(400, reason, { reason: wrong });
      const { ssn } = await (isContract ? api.contracts : api.clients).revealSsn({ id, reason });
      const refresh = `${shownSeconds}; url=${under}`;
      return data<Outcome>({ kind: 'shown', ssn }, { headers: { refresh } });
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      return refused(status, reasonIn(posted), { '': text });
    },
  );
}

function refused(status: number, reason: string, errors: Record<string, string>) {
  return data<Outcome>({ kind: 'refused', reason, errors }, { status });
}

/** A `refresh` header leaves the page by itself, without script too. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta() {
  return untitledMeta;
}

/** Asks why, then shows the whole number of a client or of a signed contract for a minute. */
export default function RevealDialog({ actionData }: Route.ComponentProps) {
  const { under, isContract } = underOf(useLocation().pathname);
  const isShown = actionData?.kind === 'shown';
  const refusal = actionData?.kind === 'refused' ? actionData : undefined;
  return (
    <RecordDialogFrame
      under={under}
      name="reveal"
      title={title}
      failed="The number was not shown"
      errors={refusal?.errors}
      leaves={isShown}
    >
      {(closeLink) =>
        isShown ? (
          <>
            <ShownNumber ssn={actionData.ssn} path={under} />
            <p className="button-row">{closeLink('Close')}</p>
          </>
        ) : (
          <>
            <p>
              The full number is shown for one minute. This is recorded with your account and the reason.{' '}
              {isContract ? 'A signer who is registered' : 'The client'} can see in the portal that our office
              looked, when, and the reason as you write it here.
            </p>
            <StaffForm className="form" noValidate>
              <ReasonField label={reasonLabel} error={refusal?.errors.reason} value={refusal?.reason} />
              <div className="button-row">
                <button type="submit" className="button">
                  Reveal
                </button>
                {closeLink('Cancel')}
              </div>
            </StaffForm>
          </>
        )
      }
    </RecordDialogFrame>
  );
}

/** Disappears after a minute, also where the browser cannot load the next page. */
function ShownNumber({ ssn, path }: { ssn: string; path: string }) {
  const [shown, setShown] = useState(true);
  // Not `useEffect`: the minute begins before the dialog opens.
  useLayoutEffect(() => {
    const timer = setTimeout(() => {
      setShown(false);
      window.location.replace(path);
    }, shownSeconds * 1000);
    return () => clearTimeout(timer);
  }, [path]);
  if (!shown) return <p>The minute is over.</p>;
  const dashed = ssn.replace(/^(\d{3})(\d{2})/, '$1-$2-');
  return (
    <>
      <p>
        Social Security number
        <Reference text={dashed}>
          <CopyButton text={dashed} label="Copy the number" />
        </Reference>
      </p>
      <p>It disappears after one minute.</p>
    </>
  );
}
