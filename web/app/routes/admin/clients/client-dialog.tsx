import { data, useLocation, useOutletContext } from 'react-router';
import { CopyButton } from '#web/app/components/copy-button.tsx';
import { Reference } from '#web/app/confirmation/reference.tsx';
import type { SiteContext } from '#web/app/context.ts';
import { formatEastern } from '#web/app/dates.ts';
import { Field, FieldError } from '#web/app/forms/field.tsx';
import { describedBy, errorId } from '#web/app/forms/field-ids.ts';
import { confirmAccountHref, newPinHref } from '#web/app/navigation.ts';
import { fieldErrorsOf, refusalOf } from '#web/app/procedure-errors.server.ts';
import { backOffice, untitledMeta } from '#web/app/routes/admin/back-office.ts';
import { StaffForm } from '#web/app/routes/admin/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/routes/admin/staff-request.server.ts';
import '#web/app/confirmation/confirmation.css';
import '#web/app/forms/widgets.css';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/client-dialog';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import {
  type ClientVerb,
  type CodeVerb,
  clientVerbs,
  noContractHint,
  noticeOf,
  problemOfReason,
} from './client-verbs.ts';
import { ReasonField } from './reason-field.tsx';

type Client = Outputs['clients']['detail'];

/** What was typed. */
interface Typed {
  reason: string;
  firstName: string;
  lastName: string;
  /** The name of the account when the form was opened; '' for none. */
  was: string;
  evenConfirmed: boolean;
  withoutContract: boolean;
}

/** What came of a post that does not lead to another page. */
type Outcome =
  | { kind: 'refused'; typed: Typed; errors: Record<string, string> }
  | { kind: 'asks-again'; typed: Typed }
  | { kind: 'code'; code: string; expiresAt: string };

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, clientVerbs[verbAt(page.url.pathname)].procedure);
    return null;
  });
}

/** The dialogs post natively, with and without script; the page that follows shows the change. */
export function action(page: Route.ActionArgs) {
  const { id } = page.params;
  const verb = verbAt(page.url.pathname);
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readTyped(posted);
      const errors = problemsOf(verb, typed);
      if (Object.keys(errors).length > 0) return answer({ kind: 'refused', typed, errors }, 400);
      if (verb === 'close' && !posted.has('sure')) return answer({ kind: 'asks-again', typed });
      if (showsCode(verb)) {
        const { clients } = site.api;
        const { reason, withoutContract } = typed;
        const issued =
          verb === 'pin-code'
            ? clients.issuePinCode({ id, reason })
            : clients.issueConfirmationCode({ id, reason, withoutContract });
        return answer({ kind: 'code', ...(await issued) });
      }
      await change(site, { verb, id, typed });
      const ended = verb === 'close' || verb === 'free-number';
      return redirectWithNotice(site, ended ? backOffice.firstPage : clientPath(id), noticeOf[verb]);
    },
    (error, posted) => {
      const refusal = refusalOf(error);
      const errors = fieldErrorsOf(refusal);
      return answer({ kind: 'refused', typed: readTyped(posted), errors }, refusal.status);
    },
  );
}

function answer(outcome: Outcome, status = 200) {
  return data(outcome, { status });
}

async function change(
  { api: { clients } }: SiteContext,
  { verb, id, typed }: { verb: Exclude<ClientVerb, CodeVerb>; id: string; typed: Typed },
): Promise<void> {
  const { reason, firstName, lastName, was, evenConfirmed } = typed;
  switch (verb) {
    case 'correct-name':
      return clients.correctName({ id, reason, firstName, lastName, was: was || null });
    case 'reopen':
      return clients.reopen({ id, reason });
    case 'end-sessions':
      return clients.endSessions({ id, reason });
    case 'free-number':
      return clients.freeSsn({ id, reason, evenConfirmed });
    case 'close':
      return clients.close({ id, reason });
  }
}

function showsCode(verb: ClientVerb): verb is CodeVerb {
  return verb === 'pin-code' || verb === 'confirmation-code';
}

function readTyped(posted: FormData): Typed {
  const text = (name: string) => String(posted.get(name) ?? '').trim();
  return {
    reason: text('reason'),
    firstName: text('first-name'),
    lastName: text('last-name'),
    was: text('was'),
    evenConfirmed: posted.has('even-confirmed'),
    withoutContract: posted.has('without-contract'),
  };
}

function problemsOf(verb: ClientVerb, { reason, firstName, lastName }: Typed): Record<string, string> {
  const wrongReason = problemOfReason(reason, clientVerbs[verb].reason);
  const isName = (name: string) => name.length > 0 && name.length <= 60;
  return {
    ...(verb === 'correct-name' && !isName(firstName) && { 'first-name': 'Enter the first name' }),
    ...(verb === 'correct-name' && !isName(lastName) && { 'last-name': 'Enter the last name' }),
    ...(wrongReason && { reason: wrongReason }),
  };
}

function verbAt(path: string): ClientVerb {
  const name = /([a-z-]+)\/?$/.exec(path)?.[1] ?? '';
  if (!Object.hasOwn(clientVerbs, name)) throw new RangeError(`Staff can do nothing at ${path}.`);
  return name as ClientVerb;
}

export function meta() {
  return untitledMeta;
}

/** One thing that staff can do about a client's login. */
export default function ClientDialog({ actionData, params: { id } }: Route.ComponentProps) {
  const client = useOutletContext<Client>();
  const verb = verbAt(useLocation().pathname);
  const { label } = clientVerbs[verb];
  const outcome = actionData;
  const errors = outcome?.kind === 'refused' ? outcome.errors : undefined;
  const title = outcome?.kind === 'asks-again' ? 'Close this account for good?' : label;
  return (
    <ClientDialogFrame id={id} name={verb} title={title} errors={errors}>
      {(closeLink) =>
        outcome?.kind === 'code' ? (
          <IssuedCode {...outcome} isForPin={verb === 'pin-code'}>
            {closeLink('Close')}
          </IssuedCode>
        ) : (
          <VerbForm verb={verb} client={client} outcome={outcome}>
            {closeLink('Cancel')}
          </VerbForm>
        )
      }
    </ClientDialogFrame>
  );
}

interface VerbFormProps {
  verb: ClientVerb;
  client: Client;
  outcome: Exclude<Outcome, { kind: 'code' }> | undefined;
  /** The link that closes the dialog. */
  children: React.ReactNode;
}

function VerbForm({ verb, client, outcome, children }: VerbFormProps) {
  const { hint, reason, button } = clientVerbs[verb];
  const errors = outcome?.kind === 'refused' ? outcome.errors : {};
  const typed = outcome?.typed;
  const asksAgain = outcome?.kind === 'asks-again';
  const lacksContract = verb === 'confirmation-code' && !client.hasContract && client.confirmBy !== null;
  return (
    <>
      {verb === 'close' ? <WhatCloses client={client} /> : <p>{lacksContract ? noContractHint : hint}</p>}
      {verb === 'correct-name' ? <StoredName client={client} /> : null}
      <StaffForm className="form" noValidate>
        {verb === 'correct-name' ? <NameFields client={client} typed={typed} errors={errors} /> : null}
        {asksAgain ? (
          <>
            <input type="hidden" name="reason" value={typed?.reason} />
            <input type="hidden" name="sure" value="yes" />
          </>
        ) : (
          <ReasonField label={reason} error={errors.reason} value={typed?.reason} />
        )}
        {verb === 'free-number' && client.confirmBy === null ? (
          <label className="check" htmlFor="even-confirmed">
            <input
              type="checkbox"
              id="even-confirmed"
              name="even-confirmed"
              defaultChecked={typed?.evenConfirmed}
            />
            <span>Free the number even though the account is confirmed</span>
          </label>
        ) : null}
        {lacksContract ? (
          <WithoutContract error={errors['without-contract']} checked={typed?.withoutContract} />
        ) : null}
        <div className="button-row">
          <button type="submit" className={isFinal(verb, asksAgain) ? 'button danger' : 'button'}>
            {asksAgain ? 'Yes, close it for good' : button}
          </button>
          {children}
        </div>
      </StaffForm>
    </>
  );
}

function WithoutContract({ error, checked }: { error: string | undefined; checked: boolean | undefined }) {
  const id = 'without-contract';
  return (
    <>
      <FieldError fieldId={id} text={error} />
      <label className="check" htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={id}
          defaultChecked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId(id) : undefined}
        />
        <span>I know that there is no contract, and I have made sure who this is</span>
      </label>
    </>
  );
}

function isFinal(verb: ClientVerb, asksAgain: boolean): boolean {
  return verb === 'free-number' || asksAgain;
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
  if (accountName.whole === null) return <p>The account has no name yet.</p>;
  return (
    <p>
      The account has the name <strong>{accountName.whole}</strong>.
    </p>
  );
}

interface NameFieldsProps {
  client: Client;
  typed: Typed | undefined;
  errors: Record<string, string>;
}

function NameFields({ client: { accountName }, typed, errors }: NameFieldsProps) {
  return (
    <>
      <input type="hidden" name="was" value={accountName.whole ?? ''} />
      <NameField
        id="first-name"
        label="First name"
        value={typed?.firstName ?? accountName.first}
        error={errors['first-name']}
      />
      <NameField
        id="last-name"
        label="Last name"
        value={typed?.lastName ?? accountName.last}
        error={errors['last-name']}
      />
    </>
  );
}

interface NameFieldProps {
  id: string;
  label: string;
  value: string | null;
  error: string | undefined;
}

function NameField({ id, label, value, error }: NameFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      <input
        className="input"
        id={id}
        name={id}
        type="text"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        defaultValue={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint: false, error: Boolean(error) })}
      />
    </Field>
  );
}

interface IssuedCodeProps {
  code: string;
  expiresAt: string;
  /** Whether it is for a new PIN; else it confirms the account. */
  isForPin: boolean;
  children: React.ReactNode;
}

function IssuedCode({ code, expiresAt, isForPin, children }: IssuedCodeProps) {
  return (
    <>
      <p>
        The code
        <Reference text={code}>
          <CopyButton text={code} label="Copy the code" />
        </Reference>
      </p>
      <p>
        Read it out now: this page shows it once, and nobody can look it up. It works once, until{' '}
        {formatEastern(expiresAt)} Eastern time.
      </p>
      {isForPin ? (
        <p>
          The client opens Client Login, “Forgot PIN? Reset Here”, or{' '}
          <strong className="nowrap">{newPinHref}</strong> on our site, and types the Social Security number,
          the date of birth, this code and a new PIN.
        </p>
      ) : (
        <p>
          The client logs in, chooses “I have a code” on the dashboard, or opens{' '}
          <strong className="nowrap">{confirmAccountHref}</strong> on our site, and types this code. A client
          who forgot the PIN needs a one-time PIN code instead. If the client never registered, somebody else
          made this account: free the number, and the client registers.
        </p>
      )}
      <p className="button-row">{children}</p>
    </>
  );
}
