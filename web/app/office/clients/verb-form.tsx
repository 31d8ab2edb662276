import { StaffForm } from '#web/app/office/staff-form.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { Field, FieldError } from '#web/app/ui/forms/field.tsx';
import { describedBy, errorId } from '#web/app/ui/forms/field-ids.ts';
import { type ClientVerb, clientVerbs, noContractHint } from './client-verbs.ts';
import { ReasonField } from './reason-field.tsx';

type Client = Outputs['clients']['detail'];

/** What was typed. */
export interface Typed {
  reason: string;
  firstName: string;
  lastName: string;
  /** The name of the account when the form was opened; '' for none. */
  was: string;
  evenConfirmed: boolean;
  withoutContract: boolean;
}

/** Why the form is shown again. */
export type VerbOutcome =
  | { kind: 'refused'; typed: Typed; errors: Record<string, string> }
  | { kind: 'asks-again'; typed: Typed };

interface VerbFormProps {
  verb: ClientVerb;
  client: Client;
  outcome: VerbOutcome | undefined;
  /** The link that closes the dialog. */
  children: React.ReactNode;
}

/** Asks for what the verb needs, and once more before an account is closed. */
export function VerbForm({ verb, client, outcome, children }: VerbFormProps) {
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
  if (accountName.whole === null) return <p>The account has no name.</p>;
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
