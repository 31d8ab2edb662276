'use client';

import { useRowLabel } from '@payloadcms/ui';

/** Names a part of a page by its kind and heading, so that a closed page still shows what it is made of. */
export function PartLabel({ kind }: { kind: string }) {
  const { data, rowNumber = 0 } = useRowLabel<{ heading?: string }>();
  return (
    <span className="part-label">
      <span className="part-label__kind">
        {rowNumber + 1}. {kind}
      </span>{' '}
      {data.heading}
    </span>
  );
}
