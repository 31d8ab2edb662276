'use client';

import { useFormFields } from '@payloadcms/ui';

/** Says how many of the `limit` characters the field at `path` has used. */
export function CharacterCount({ path, limit }: { path: string; limit: number }) {
  const value = useFormFields(([fields]) => fields[path]?.value);
  const used = typeof value === 'string' ? value.length : 0;
  return (
    <p className="character-count" data-over={used > limit}>
      {used} of {limit} characters
    </p>
  );
}
