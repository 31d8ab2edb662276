import { getForm } from '@claimdesk/forms/registry';
import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { ContentsList } from '#web/app/public/parts/contents-list.tsx';
import { PrintButton } from '#web/app/public/parts/print-button.tsx';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { agreementHref, contractHref } from '#web/app/ui/pages/navigation.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/agreement';
import { AgreementText } from './agreement-text.tsx';
import { leaveWhileClosed } from './leave-while-closed.server.ts';
import './contract.css';
import '#web/app/ui/forms/wizard.css';

/** The script of the steps that follow is loaded in advance. */
export const handle: Handle = { hydrate: ['print-button', 'step-pages'] };

export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  await leaveWhileClosed(api);
  return answerOf(api.contracts.agreement());
}

/** Starts the form; a client who has signed before, even on this device, starts a new one. */
export async function action({ context }: Route.ActionArgs) {
  const { api } = context.get(siteContext);
  await leaveWhileClosed(api);
  const page = await answerOf(api.intake.open({ form: 'contract' }));
  const [first] = getForm('contract').ui.steps;
  throw redirect(`${contractHref}/${page.kind === 'step' ? page.step.id : first?.id}`, 303);
}

export function headers() {
  return { 'cache-control': 'no-store' };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'The agreement - Sign your contract',
    description: 'The agreement between you and our firm, to read before you sign.',
    path: agreementHref,
    hidden: true,
  });

export default function Agreement({ loaderData: agreement }: Route.ComponentProps) {
  const firm = useLayoutData();
  return (
    <div className="wrap page agreement">
      <a className="back" href={contractHref}>
        Back
      </a>
      <h1>{agreement.title}</h1>
      <p className="lead">{agreement.lead}</p>
      {firm ? <p>Between you and {firm.firmName}.</p> : null}
      <p>Who represents you before Social Security: {agreement.representative}.</p>
      <p className="agreement-facts">
        <Island name="print-button" inline>
          <PrintButton label="Print the agreement" kind="secondary small" />
        </Island>{' '}
        Version {agreement.version}.
      </p>
      <div className="with-contents">
        <ContentsList entries={agreement.sections.map(({ id, heading }) => ({ id, heading }))} />
        <AgreementText agreement={agreement} level={2} />
      </div>
      <form method="post" className="agreement-end">
        <h2>Ready?</h2>
        <p>Next we ask for your details. You check them all before you sign.</p>
        <button type="submit" className="button">
          I have read it, continue
        </button>
      </form>
    </div>
  );
}
