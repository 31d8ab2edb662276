import { redirect } from 'react-router';
import { ContentBlock } from '../../components/blocks/content-block.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { siteContext } from '../../context.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import { withAnchors } from '../page/anchors.ts';
import type { Route } from './+types/start';
import { agreementPath, startPath } from './addresses.ts';
import '../../styles/contract.css';

/** Without the editors' words there is still the contract. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = await answerOf(context.get(siteContext).api.content.page({ slug: 'sign-contract' }));
  if (!page) throw redirect(agreementPath);
  return page;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.metaTitle,
        description: loaderData.metaDescription,
        path: startPath,
      })
    : [];

/** SPEC section 2: a pitch first, then the agreement. */
export default function Start({ loaderData: { title, lead, blocks, version } }: Route.ComponentProps) {
  const firm = useLayoutData();
  return (
    <div className="wrap page contract-start" data-version={version}>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <div className="parts">
        {withAnchors(blocks).map(({ id, block }) => (
          <ContentBlock key={id} id={id} block={block} deadline={null} />
        ))}
      </div>
      <p className="button-row">
        <a className="button" href={agreementPath}>
          Continue to Sign Contract
        </a>
      </p>
      {firm ? (
        <p>
          Would you rather sign on paper, or ask something first? Call <PhoneLink firm={firm} end="." />{' '}
          {firm.hours.label}. Are you under 18? A parent or guardian can call us.
        </p>
      ) : null}
    </div>
  );
}
