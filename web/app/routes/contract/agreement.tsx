import { getForm } from '@claimdesk/forms/registry';
import { redirect } from 'react-router';
import { ContentsList } from '../../components/contents-list.tsx';
import { siteContext } from '../../context.ts';
import type { Handle } from '../../hydration.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/agreement';
import { agreementPath, startPath } from './addresses.ts';
import { AgreementText } from './agreement-text.tsx';
import '../../styles/contract.css';
import '../../styles/wizard.css';

/** For the print button, and to have the script of the next pages when they open. */
export const handle: Handle = { hydrate: true };

export async function loader({ context }: Route.LoaderArgs) {
  return answerOf(context.get(siteContext).api.contracts.agreement());
}

/** Begins the form; somebody who has signed before, on the same device too, begins a new one. */
export async function action({ context }: Route.ActionArgs) {
  const { api } = context.get(siteContext);
  const page = await answerOf(api.intake.open({ form: 'contract' }));
  const [first] = getForm('contract').ui.steps;
  throw redirect(`${startPath}/${page.kind === 'step' ? page.step.id : first?.id}`, 303);
}

export function headers() {
  return { 'cache-control': 'no-store' };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'The agreement - Sign Contract',
    description: 'The agreement between you and our firm, to read before you sign.',
    path: agreementPath,
    hidden: true,
  });

export default function Agreement({ loaderData: agreement }: Route.ComponentProps) {
  const firm = useLayoutData();
  return (
    <div className="wrap page agreement">
      <a className="back" href={startPath}>
        Back
      </a>
      <h1>{agreement.title}</h1>
      {firm ? <p>Between you and {firm.firmName}.</p> : null}
      <p className="lead">{agreement.lead}</p>
      <p className="agreement-facts">
        Version {agreement.version}.{' '}
        <button type="button" className="button secondary small needs-script" onClick={() => window.print()}>
          Print the agreement
        </button>
      </p>
      <div className="with-contents">
        <ContentsList entries={agreement.sections.map(({ id, heading }) => ({ id, heading }))} />
        <AgreementText sections={agreement.sections} level={2} />
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
