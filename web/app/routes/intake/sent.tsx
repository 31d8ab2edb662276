import { getForm } from '@claimdesk/forms/registry';
import { useEffect } from 'react';
import { redirect } from 'react-router';
import { PhoneLink } from '../../components/phone-link.tsx';
import { siteContext } from '../../context.ts';
import type { Handle } from '../../hydration.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf, statusOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/sent';
import { sentPath } from './addresses.ts';
import '../../styles/wizard.css';
import { GoingOn } from './going-on.tsx';
import { formAt } from './intake-forms.ts';
import { OwnCopy } from './own-copy.tsx';
import { Reference } from './reference.tsx';
import { forgetSteps } from './seen-steps.ts';
import { useIntakeForm } from './use-intake-form.ts';

export const handle: Handle = { hydrate: true };

/** The reference comes from the visitor's own draft, never from the address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const { ui } = getForm(form.name);
  const page = await answerOf(api.intake.open({ form: form.name, step: ui.steps.at(-1)?.id }));
  if (page.kind !== 'sent') throw redirect(form.startPath);
  const copy = await api.intake.copy({ form: form.name }).catch(nothingIfOver);
  return {
    reference: page.reference,
    title: ui.successTitle,
    text: ui.successText,
    copy: copy?.sections ?? null,
  };
}

function nothingIfOver(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const form = formAt(location.pathname);
  return pageMeta(matches, {
    title: (loaderData as Route.ComponentProps['loaderData'] | undefined)?.title ?? 'Sent',
    description: `We have received your ${form.longNoun}.`,
    path: sentPath(form),
    hidden: true,
  });
};

export default function Sent({ loaderData: { reference, title, text, copy } }: Route.ComponentProps) {
  const firm = useLayoutData();
  const { sent } = useIntakeForm();
  useEffect(forgetSteps, []);
  return (
    <div className="wrap step sent">
      <div className="notice success">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <div className="prose">
        <p>
          Your reference
          <Reference text={reference} copyLabel="Copy the reference" />
        </p>
        <p>Keep it, and have it ready when you talk to us.</p>
        <GoingOn to={sent.to} place={sent.place} />
        {copy ? (
          <OwnCopy sections={copy} />
        ) : (
          <p>Your copy was here for one hour. Do you need one now? Call us. It is free.</p>
        )}
      </div>
      <section className="prose what-next" aria-labelledby="what-next">
        <h2 id="what-next">What happens next</h2>
        <ol>
          {sent.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {firm ? (
          <p>
            {sent.impatient} Call <PhoneLink firm={firm} end="." /> {firm.hours.label}.
          </p>
        ) : null}
        <p className="button-row">
          <a className={copy ? 'button secondary' : 'button'} href={sent.to}>
            {sent.label}
          </a>
          <button type="button" className="button secondary needs-script" onClick={() => window.print()}>
            Print this page
          </button>
        </p>
      </section>
    </div>
  );
}
