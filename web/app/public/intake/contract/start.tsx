import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { withAnchors } from '#web/app/public/blocks/anchors.ts';
import { ContentBlock } from '#web/app/public/blocks/content-block.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';
import {
  agreementHref,
  appealDeadlineHref,
  contractHref,
  evaluationHref,
  onlineAppealHref,
} from '#web/app/ui/pages/navigation.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/start';
import './contract.css';

/** The contract works without the editors' text. While signing is closed, only this page says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const [page, closed] = await Promise.all([
    answerOf(api.content.page({ slug: 'sign-contract' })),
    answerOf(api.contracts.closed()),
  ]);
  if (closed) return data({ page, closed }, { status: 503 });
  if (!page) throw redirect(agreementHref);
  return data({ page, closed });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.closed?.title ?? loaderData.page?.metaTitle ?? '',
        description: loaderData.closed?.text ?? loaderData.page?.metaDescription ?? '',
        path: contractHref,
        hidden: loaderData.closed !== null,
      })
    : [];

/** What the firm offers comes first, then the agreement. */
export default function Start({ loaderData: { page, closed } }: Route.ComponentProps) {
  if (closed) return <Closed {...closed} />;
  if (!page) return null;
  const { title, lead, blocks, version } = page;
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
      <CallUsParagraph hours more="Are you under 18? A parent or guardian can call us.">
        Would you rather sign on paper, or ask something first? Call
      </CallUsParagraph>
    </div>
  );
}

function Closed({ title, text, hasPhone }: NonNullable<Outputs['contracts']['closed']>) {
  return (
    <div className="wrap page prose">
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {hasPhone ? <CallUsParagraph hours>You can call us and sign on paper:</CallUsParagraph> : null}
      <p>
        We do not represent you yet, and your deadlines keep running. Do you have a denial letter?{' '}
        <a href={appealDeadlineHref}>Find your appeal deadline</a>, and{' '}
        <a href={onlineAppealHref}>appeal online</a> on the website of Social Security. You can also call
        Social Security at{' '}
        <span className="nowrap">
          <a href="tel:+18007721213">1-800-772-1213</a>
        </span>{' '}
        <span className="nowrap">(TTY 1-800-325-0778).</span>
      </p>
      <p className="button-row">
        <a className="button" href={evaluationHref}>
          Free Case Evaluation
        </a>
        <a className="button secondary" href="/">
          Return to Home
        </a>
      </p>
    </div>
  );
}
