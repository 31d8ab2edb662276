import type { Payload, TypedUser, UIFieldServerProps } from 'payload';
import { mayPublish } from '#cms/access.ts';
import { countSamples } from '#cms/samples/samples.ts';
import { RemoveSamples } from './remove-samples.tsx';

export function SampleNotice({ data }: UIFieldServerProps) {
  if (!(data as { sample?: boolean }).sample) return null;
  return (
    <p className="sample-notice">
      <strong>This is a sample.</strong> It came with the installation, and nobody stands behind it. Replace
      every word with a real one and clear “This is a sample”, or remove all samples on the dashboard.
    </p>
  );
}

/**
 * On the dashboard, while there are samples: how many, and for publishers the button that removes them. And while the
 * firm's own details are not entered, which ones.
 */
export async function SamplesNotice({ payload, user }: { payload: Payload; user?: TypedUser | null }) {
  const { count, phrase, drafts, firm } = await countSamples(payload);
  const isPublisher = mayPublish(user ?? null);
  const notice = (
    <>
      <h2 id="samples">
        {phrase} {count === 1 ? 'is a sample' : 'are samples'}
      </h2>
      <p>
        They came with the installation, to show what the site looks like. None of them is real, so they have
        to go before the public sees the site.
      </p>
      {drafts ? <p>{drafts}</p> : null}
    </>
  );
  return (
    <>
      {firm ? (
        <section className="figures-overdue" aria-labelledby="firm-samples">
          <h2 id="firm-samples">The firm’s {firm} came with the installation</h2>
          <p>
            Visitors see this on every page, and it is not yours. Until it is, nobody can sign a contract on a
            site that the public can reach.{' '}
            {isPublisher ? <a href="/cms/globals/site">Enter your own</a> : 'A publisher can enter your own.'}
          </p>
        </section>
      ) : null}
      {isPublisher ? (
        <RemoveSamples phrase={phrase} drafts={drafts}>
          {notice}
        </RemoveSamples>
      ) : null}
      {!isPublisher && count > 0 ? (
        <section className="figures-overdue" aria-labelledby="samples">
          {notice}
          <p>A publisher can remove them here.</p>
        </section>
      ) : null}
    </>
  );
}
