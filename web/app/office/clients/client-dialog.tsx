import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { useLocation, useOutletContext } from 'react-router';
import { backOffice, untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import '#web/app/ui/components/confirmation.css';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/client-dialog';
import { clientPath } from './client-table.tsx';
import { type ClientVerb, clientVerbs, noContractHint, type Verb } from './client-verbs.ts';
import { IssuedCode } from './issued-code.tsx';

type Client = Outputs['clients']['detail'];
type Code = Outputs['clients']['issuePinCode'];

export function loader(page: Route.LoaderArgs) {
  const { procedure, form, unusual = form }: Verb = clientVerbs[verbAt(page.url.pathname)];
  return openFor(page, procedure, () => ({ form: presentForm(form), unusual: presentForm(unusual) }));
}

export function meta() {
  return untitledMeta;
}

function verbAt(path: string): ClientVerb {
  const name = /([a-z-]+)$/.exec(path)?.[1] ?? '';
  if (!Object.hasOwn(clientVerbs, name)) throw new RangeError(`Staff can do nothing at ${path}.`);
  return name as ClientVerb;
}

/** One thing that staff can do about a client's login. */
export default function ClientDialog({ loaderData: forms, params: { id } }: Route.ComponentProps) {
  const client = useOutletContext<Client>();
  const verb = verbAt(useLocation().pathname);
  const { label, hint, button, endsAccount }: Verb = clientVerbs[verb];
  const [code, setCode] = useState<Code>();
  const change = useChange(id, verb, setCode);
  const { accountName, confirmBy, hasContract } = client;
  const lacksContract = verb === 'confirmation-code' && !hasContract && confirmBy !== null;
  const isUnusual = lacksContract || (verb === 'free-number' && confirmBy === null);
  return (
    <StaffDialog
      under={clientPath(id)}
      opener={verb}
      title={verb === 'close' ? 'Close this account for good?' : label}
      form={isUnusual ? forms.unusual : forms.form}
      {...(verb === 'correct-name' && {
        values: { first_name: accountName.first ?? undefined, last_name: accountName.last ?? undefined },
        version: accountName.whole ?? '',
      })}
      button={button}
      danger={endsAccount === true}
      save={code ? undefined : change}
      next={endsAccount ? backOffice.firstPage : undefined}
    >
      {code ? <IssuedCode {...code} isForPin={verb === 'pin-code'} /> : null}
      {code || verb === 'close' ? null : <p>{lacksContract ? noContractHint : hint}</p>}
      {verb === 'close' ? <WhatCloses client={client} /> : null}
      {verb === 'correct-name' ? <StoredName client={client} /> : null}
    </StaffDialog>
  );
}

/** @returns what saves the dialog. @param show is given a code that was made. */
function useChange(id: string, verb: ClientVerb, show: (code: Code) => void) {
  const keepNothing = { gcTime: 0 };
  const issueConfirmationCode = trpc.clients.issueConfirmationCode.useMutation(keepNothing);
  const issuePinCode = trpc.clients.issuePinCode.useMutation(keepNothing);
  const correctName = trpc.clients.correctName.useMutation();
  const reopen = trpc.clients.reopen.useMutation();
  const endSessions = trpc.clients.endSessions.useMutation();
  const freeSsn = trpc.clients.freeSsn.useMutation();
  const close = trpc.clients.close.useMutation();
  return async (answers: Answers, { version }: { version: string }) => {
    const { done }: Verb = clientVerbs[verb];
    const { first_name, last_name, even_confirmed = false, without_contract = false } = answers;
    const why = { id, reason: String(answers.reason) };
    switch (verb) {
      case 'confirmation-code':
        show(await issueConfirmationCode.mutateAsync({ ...why, withoutContract: without_contract === true }));
        break;
      case 'pin-code':
        show(await issuePinCode.mutateAsync(why));
        break;
      case 'correct-name': {
        const name = { firstName: String(first_name), lastName: String(last_name), was: version || null };
        await correctName.mutateAsync({ ...why, ...name });
        break;
      }
      case 'reopen':
        await reopen.mutateAsync(why);
        break;
      case 'end-sessions':
        await endSessions.mutateAsync(why);
        break;
      case 'free-number':
        await freeSsn.mutateAsync({ ...why, evenConfirmed: even_confirmed === true });
        break;
      case 'close':
        await close.mutateAsync(why);
    }
    return done ?? null;
  };
}

function WhatCloses({ client: { documents } }: { client: Client }) {
  const signed = documents.length === 1 ? 'the contract' : `the ${documents.length} contracts`;
  return (
    <>
      <p>
        This deletes the account at once, with its name and PIN, and logs out every phone and computer. What
        the client entered, documents, notes and the status of the claim are deleted within a day. Nobody can
        undo it.
      </p>
      <p>
        {documents.length === 0 ? 'This client has no contract.' : `What stays: ${signed}.`} The number is
        free again, so the client can register again. What staff did stays on record.
      </p>
    </>
  );
}

function StoredName({ client: { accountName } }: { client: Client }) {
  if (accountName.whole === null) return <p>The account has no name.</p>;
  return (
    <p>
      The account has the name <strong>{accountName.whole}</strong>.
    </p>
  );
}
