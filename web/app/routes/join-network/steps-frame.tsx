import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { withAnchors } from '#web/app/components/blocks/anchors.ts';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { siteContext } from '#web/app/context.ts';
import type { StepParts } from '#web/app/intake/step-parts.ts';
import { useLayoutData } from '#web/app/layout-data.ts';
import type { Route } from './+types/steps-frame';

/** A chunk of its own: the server has already rendered these words, and the form need not wait for their script. */
const ContentBlock = lazy(() =>
  import('#web/app/components/blocks/content-block.tsx').then((file) => ({ default: file.ContentBlock })),
);

/** The form works without the editors' words. */
export async function loader({ context }: Route.LoaderArgs) {
  return context
    .get(siteContext)
    .api.content.page({ slug: 'join-network' })
    .catch(() => null);
}

/** The words stay while the form is filled in, so that a lost connection cannot break the page. */
export const shouldRevalidate = () => false;

/** Puts the editors' words about the network, and whom to ask, above the application form. */
export default function StepsFrame({ loaderData: page }: Route.ComponentProps) {
  const parts: StepParts = {
    heading: page?.title,
    beforeForm: (
      <div className="join-words" data-version={page?.version}>
        {page ? <p className="lead">{page.lead}</p> : null}
        <Suspense>
          {withAnchors(page?.blocks ?? []).map(({ id, block }) => (
            <ContentBlock key={id} id={id} block={block} deadline={null} />
          ))}
        </Suspense>
        <Mailbox />
        <h2>Your application</h2>
      </div>
    ),
  };
  return <Outlet context={parts} />;
}

function Mailbox() {
  const firm = useLayoutData();
  if (!firm) return null;
  return (
    <p>
      Questions? Write to <a href={`mailto:${firm.email}`}>{firm.email}</a> or call{' '}
      <PhoneLink firm={firm} end="." />
    </p>
  );
}
