'use client';

import { PasswordField, useAuth, useDocumentInfo, useFormFields } from '@payloadcms/ui';

/** Asks people who change their own password for the current one, which Payload does not. */
export function CurrentPassword() {
  const { id } = useDocumentInfo();
  const { user } = useAuth();
  // The form holds the password from the start: it is empty and valid until it is changed.
  const changing = useFormFields(([{ password }]) => Boolean(password?.value) || password?.valid === false);
  if (!changing || !id || id !== user?.id) return null;
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
