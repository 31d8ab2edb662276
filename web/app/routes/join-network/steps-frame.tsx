import { Outlet } from 'react-router';
import { ContentBlock } from '../../components/blocks/content-block.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { siteContext } from '../../context.ts';
import { useLayoutData } from '../../layout-data.ts';
import type { StepParts } from '../intake/step-page.tsx';
import { withAnchors } from '../page/anchors.ts';
import type { Route } from './+types/steps-frame';

/** Without the editors' words there is still the form. */
export async function loader({ context }: Route.LoaderArgs) {
  return context
    .get(siteContext)
    .api.content.page({ slug: 'join-network' })
    .catch(() => null);
}

/** The words stay while the form is filled in, so that a lost connection can't cost the page. */
export const shouldRevalidate = () => false;

/** Puts what the network is above the application form, and whom to ask (SPEC section 2, Join Attorney Network). */
export default function StepsFrame({ loaderData: page }: Route.ComponentProps) {
  const parts: StepParts = {
    heading: page?.title,
    beforeForm: (
      <div className="join-words" data-version={page?.version}>
        {page ? <p className="lead">{page.lead}</p> : null}
        {withAnchors(page?.blocks ?? []).map(({ id, block }) => (
          <ContentBlock key={id} id={id} block={block} deadline={null} />
        ))}
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
