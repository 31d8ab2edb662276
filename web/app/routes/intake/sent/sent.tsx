import { getForm } from '@claimdesk/forms/registry';
import { redirect } from 'react-router';
import { CopyButton } from '#web/app/components/copy-button.tsx';
import { PrintButton } from '#web/app/components/print-button.tsx';
import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { sentPath, stepPath } from '#web/app/intake/addresses.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import type { Route } from './+types/sent';
import '#web/app/intake/wizard.css';
import { Confirmation } from '#web/app/confirmation/confirmation.tsx';
import { readSent } from '#web/app/confirmation/sent.server.ts';
import { formAt } from '#web/app/intake/intake-forms.ts';
import { useIntakeForm } from '#web/app/intake/use-intake-form.ts';
import { Island } from '#web/app/islands/island.tsx';
import { ClearComputer } from '#web/app/routes/intake/shared-computer.tsx';
import { RedirectNotice } from './redirect-notice.tsx';

export const handle: Handle = { hydrate: ['copy-button', 'redirect-notice', 'print-button'] };

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
        copyButton={
          <Island name="copy-button" inline>
            <CopyButton text={loaderData.reference} label="Copy the reference" />
          </Island>
        }
        actions={
          <p className="button-row">
            <a
              className={loaderData.copy || loaderData.shared ? 'button secondary' : 'button'}
              href={sent.to}
            >
              {sent.label}
            </a>
            <Island name="print-button" inline>
              <PrintButton label="Print this page" kind="secondary" />
            </Island>
          </p>
        }
      >
        {loaderData.shared ? (
          <ClearComputer form={form} />
        ) : (
          <Island name="redirect-notice">
            <RedirectNotice to={`${sent.to}#sent`} place={sent.place} />
          </Island>
        )}
      </Confirmation>
    </div>
  );
}
