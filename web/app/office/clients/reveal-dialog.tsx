import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { listPath as contractList } from '#web/app/office/contracts/addresses.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { trpc } from '#web/app/trpc.ts';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import { Reference } from '#web/app/ui/components/reference.tsx';
import '#web/app/ui/components/confirmation.css';
import type { Route } from './+types/reveal-dialog';

const shownSeconds = 60;

/** @returns the address of the page that the dialog is over, and which kind of record that is about. */
function underOf(pathname: string) {
  const under = pathname.replace(/\/reveal$/, '');
  return { under, isContract: under.startsWith(contractList) };
}

export function loader(page: Route.LoaderArgs) {
  const { isContract } = underOf(page.url.pathname);
  const procedure = isContract ? 'contracts.revealSsn' : 'clients.revealSsn';
  return openFor(page, procedure, () => presentForm('social-security-number'));
}

export function meta() {
  return untitledMeta;
}

/** Asks why, then shows the whole number of a client or of a signed contract for a minute. */
export default function RevealDialog({ loaderData: form, params: { id } }: Route.ComponentProps) {
  const { under, isContract } = underOf(useLocation().pathname);
  const [ssn, setSsn] = useState('');
  // Of the number, nothing stays in memory but what is shown.
  const ofClient = trpc.clients.revealSsn.useMutation({ gcTime: 0 });
  const ofContract = trpc.contracts.revealSsn.useMutation({ gcTime: 0 });
  return (
    <StaffDialog
      under={under}
      opener="reveal"
      title="Reveal the Social Security number"
      form={form}
      leaves={ssn !== ''}
      save={
        ssn
          ? undefined
          : async ({ reason }) => {
              const why = { id, reason: String(reason) };
              setSsn((await (isContract ? ofContract : ofClient).mutateAsync(why)).ssn);
              return null;
            }
      }
    >
      {ssn ? (
        <ShownNumber ssn={ssn} path={under} />
      ) : (
        <p>
          The full number is shown for one minute. This is recorded with your account and the reason.{' '}
          {isContract ? 'A signer who is registered' : 'The client'} can see in the portal that our office
          looked, when, and the reason as you write it here.
        </p>
      )}
    </StaffDialog>
  );
}

/** Disappears after a minute, also where the browser cannot load the next page. */
function ShownNumber({ ssn, path }: { ssn: string; path: string }) {
  const [shown, setShown] = useState(true);
  useEffect(() => {
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
