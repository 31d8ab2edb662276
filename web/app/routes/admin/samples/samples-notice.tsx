import { Link } from 'react-router';
import { useMay } from '#web/app/routes/admin/may.tsx';
import type { Outputs } from '#web/app/trpc.ts';

/** On the dashboard, while there are entries that nobody real stands behind. */
export function SamplesNotice({ count, phrase }: Outputs['samples']['count']) {
  const may = useMay();
  if (count === 0) return null;
  return (
    <div className="notice warn">
      <p>
        <strong>
          {phrase} {count === 1 ? 'is a sample.' : 'are samples.'}
        </strong>{' '}
        They came with the installation, and none of them is real. They have to go before the public sees the
        site.
      </p>
      <p>
        {may('samples.removeAll') ? (
          <Link to="/admin/remove-samples">Remove all samples</Link>
        ) : (
          'An administrator can remove them.'
        )}
      </p>
    </div>
  );
}
