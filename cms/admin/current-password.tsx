'use client';

import { PasswordField, useAuth, useDocumentInfo, useFormFields } from '@payloadcms/ui';

/** Asks people who change their own password for the current one, which Payload does not. */
export function CurrentPassword() {
  const { id } = useDocumentInfo();
  const { user } = useAuth();
  const changing = useFormFields(([fields]) => 'password' in fields);
  if (!changing || !id || id !== user?.id) return null;
  return (
    <PasswordField
      autoComplete="current-password"
      field={{ name: 'currentPassword', label: 'Your password now', required: true }}
      indexPath=""
      parentPath=""
      parentSchemaPath=""
      path="currentPassword"
      schemaPath="currentPassword"
    />
  );
}
