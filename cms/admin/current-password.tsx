'use client';

import { FieldError, PasswordField, useAuth, useDocumentInfo, useField, useFormFields } from '@payloadcms/ui';
import { useState } from 'react';
import { askCms } from './ask-cms.ts';
import { Dialog } from './saving/dialogs.tsx';
import { CodeLine } from './two-step/line.tsx';
import { ProofForm } from './two-step/proof-form.tsx';

/** Asks people who change their own password for the current one, which Payload does not; with two-step login for a code, too. */
export function CurrentPassword() {
  const { id } = useDocumentInfo();
  const { user } = useAuth();
  // The form holds the password from the start: it is empty and valid until it is changed.
  const password = useFormFields(([{ password }]) => Boolean(password?.value) || password?.valid === false);
  const email = useFormFields(([{ email }]) => email?.value !== undefined && email.value !== user?.email);
  if (!id || id !== user?.id) return null;
  if (user.twoStep) return password || email ? <Confirmation /> : null;
  if (!password) return null;
  return (
    <PasswordField
      autoComplete="current-password"
      field={{ name: 'currentPassword', label: 'Current password', required: true }}
      indexPath=""
      parentPath=""
      parentSchemaPath=""
      path="currentPassword"
      schemaPath="currentPassword"
    />
  );
}

/** The site checks password and code, and lets the next save change them. */
function Confirmation() {
  const { showError, errorMessage } = useField({ path: 'currentPassword' });
  const [open, setOpen] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  return (
    <div className="two-step">
      <FieldError path="currentPassword" showError={showError} message={errorMessage ?? ''} />
      <p role="status">
        {confirmed
          ? 'You have confirmed who you are. Save within five minutes.'
          : 'A new password or email takes your current password and a code.'}
      </p>
      <button type="button" className="saving__button" onClick={() => setOpen(true)}>
        Confirm who you are
      </button>
      {open ? (
        <Dialog title="Confirm who you are" onCancel={() => setOpen(false)}>
          <ProofForm
            button="Confirm"
            code={<CodeLine mayRecover />}
            onCancel={() => setOpen(false)}
            send={async (proof) => {
              await askCms('two-step/prove', 'POST', proof);
              setConfirmed(true);
              setOpen(false);
            }}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
