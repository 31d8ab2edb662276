import { Link } from 'react-router';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';

/** Shown on the dashboard while the site shows samples, such as made-up testimonials. */
export function SamplesNotice({ firm, uncounted, ...samples }: Outputs['samples']['count']) {
  return (
    <>
      {firm ? (
        <details className="notice warn">
          <summary>The firm’s {firm} came with the installation.</summary>
          <p>
            Visitors see this on every page, and it is not yours. Until you replace it, nobody can sign a
            contract on a site that the public can reach. A publisher can enter your own in the CMS, under
            “Firm and office”.
          </p>
        </details>
      ) : null}
      {uncounted.length > 0 ? (
        <details className="notice warn">
          <summary>Nobody has entered how the firm counted its results: {uncounted.join('; ')}.</summary>
          <p>
            Until then a trial shows examples of period and count beside them, and a site that the public can
            reach says only “the firm’s own count”. A publisher can enter both in the CMS, under “Figures”.
          </p>
        </details>
      ) : null}
      {samples.count > 0 ? <SampleEntries {...samples} /> : null}
    </>
  );
}

function SampleEntries({
  count,
  phrase,
  people,
  drafts,
}: Omit<Outputs['samples']['count'], 'firm' | 'uncounted'>) {
  const can = usePermissions();
  return (
    <details className="notice warn">
      <summary>
        {[phrase, people].filter(Boolean).join('; ')} {count === 1 ? 'is a sample.' : 'are samples.'}
      </summary>
      <p>
        They came with the installation, and none of them is real. They have to go before the public sees the
        site. {drafts}
      </p>
      <p>
        {can('samples.removeAll') ? (
          <Link to="/admin/remove-samples">Remove all samples</Link>
        ) : (
          'An administrator can remove them.'
        )}
      </p>
    </details>
  );
}
