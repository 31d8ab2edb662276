import { redirect } from 'react-router';
import { withAnchors } from '#web/app/components/blocks/anchors.ts';
import { ContentBlock } from '#web/app/components/blocks/content-block.tsx';
import { HoursLine } from '#web/app/components/hours-line.tsx';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { siteContext } from '#web/app/context.ts';
import { useLayoutData } from '#web/app/layout-data.ts';
import { agreementHref, contractHref } from '#web/app/navigation.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import type { Route } from './+types/start';
import './contract.css';

/** The contract works without the editors' words. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = await answerOf(context.get(siteContext).api.content.page({ slug: 'sign-contract' }));
  if (!page) throw redirect(agreementHref);
  return page;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.metaTitle,
        description: loaderData.metaDescription,
        path: contractHref,
      })
    : [];

/** What the firm offers comes first, then the agreement. */
export default function Start({ loaderData: { title, lead, blocks, version } }: Route.ComponentProps) {
  const firm = useLayoutData();
  return (
    <div className="wrap page contract-start" data-version={version}>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <div className="parts">
        {withAnchors(blocks).map(({ id, block }) => (
          <ContentBlock key={id} id={id} block={block} />
        ))}
      </div>
      <p className="button-row">
        <a className="button" href={agreementHref}>
          Continue to Sign Contract
        </a>
      </p>
      {firm ? (
        <p>
          Would you rather sign on paper, or ask something first? Call <PhoneLink firm={firm} end="." />{' '}
          <HoursLine hours={firm.hours} end="." /> Are you under 18? A parent or guardian can call us.
        </p>
      ) : null}
    </div>
  );
}
