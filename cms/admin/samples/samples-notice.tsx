import type { Payload, TypedUser, UIFieldServerProps } from 'payload';
import { mayPublish } from '../../access.ts';
import { countSamples } from '../../samples/samples.ts';
import { RemoveSamples } from './remove-samples.tsx';

/** Beside the form of a sample. */
export function SampleNotice({ data }: UIFieldServerProps) {
  if (!(data as { sample?: boolean }).sample) return null;
  return (
    <p className="sample-notice">
      <strong>This is a sample.</strong> It came with the installation, and nobody stands behind it. Replace
      every word with a real one and clear “This is a sample”, or remove all samples on the dashboard.
    </p>
  );
}

/** On the dashboard, while there are samples: how many, and for publishers the button that removes them. */
export async function SamplesNotice({ payload, user }: { payload: Payload; user?: TypedUser | null }) {
  const { count, phrase } = await countSamples(payload);
  if (count === 0) return null;
  return (
    <section className="figures-overdue" aria-labelledby="samples">
      <h2 id="samples">
        {phrase} {count === 1 ? 'is a sample' : 'are samples'}
      </h2>
      <p>
        They came with the installation, to show what the site looks like. None of them is real, so they have
        to go before the public sees the site.
      </p>
      {mayPublish(user ?? null) ? (
        <RemoveSamples phrase={phrase} />
      ) : (
        <p>A publisher can remove them here.</p>
      )}
    </section>
  );
}
