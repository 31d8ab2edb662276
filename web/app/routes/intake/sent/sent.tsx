import { getForm } from '@claimdesk/forms/registry';
import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { sentPath, stepPath } from '#web/app/intake/addresses.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import type { Route } from './+types/sent';
import '#web/app/styles/wizard.css';
import { Confirmation } from '#web/app/confirmation/confirmation.tsx';
import { readSent } from '#web/app/confirmation/sent.server.ts';
import { formAt } from '#web/app/intake/intake-forms.ts';
import { useIntakeForm } from '#web/app/intake/use-intake-form.ts';
import { ClearComputer } from '#web/app/routes/intake/shared-computer.tsx';
import { ResumeOffer } from './auto-continue.tsx';

export const handle: Handle = { hydrate: true };

/** The reference comes from the visitor's own draft, never from the address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const { steps } = getForm(form.name).ui;
  const page = await answerOf(api.intake.open({ form: form.name, step: steps.at(-1)?.id }));
  if (page.kind !== 'sent') {
    throw redirect(page.moved ? stepPath(form, steps[0]?.id ?? '', { detour: 'moved' }) : form.startPath);
  }
  return { ...(await readSent(api, form, page.reference)), shared: page.shared };
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

export default function SentPage({ loaderData }: Route.ComponentProps) {
  const form = useIntakeForm();
  const { sent } = form;
  return (
    <div className="wrap step sent">
      <Confirmation
        form={form}
        sent={loaderData}
        level="h1"
        actions={
          <p className="button-row">
            <a
              className={loaderData.copy || loaderData.shared ? 'button secondary' : 'button'}
              href={sent.to}
            >
              {sent.label}
            </a>
            <button type="button" className="button secondary needs-script" onClick={() => window.print()}>
              Print this page
            </button>
          </p>
        }
      >
        {loaderData.shared ? (
          <ClearComputer form={form} />
        ) : (
          <ResumeOffer to={`${sent.to}#sent`} place={sent.place} />
        )}
      </Confirmation>
    </div>
  );
}
