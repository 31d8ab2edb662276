import { getForm } from '@claimdesk/forms/registry';
import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { sentPath, stepPath } from '#web/app/public/intake/addresses.ts';
import { PrintButton } from '#web/app/public/parts/print-button.tsx';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/sent';
import '#web/app/ui/forms/wizard.css';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { ClearComputer } from '#web/app/public/intake/shared-computer.tsx';
import { useIntakeForm } from '#web/app/public/intake/use-intake-form.ts';
import { Island } from '#web/app/ui/islands/island.tsx';
import { Confirmation } from './confirmation.tsx';
import { RedirectNotice } from './redirect-notice.tsx';
import { readSent } from './sent.server.ts';

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
    description: `We have received your ${form.fullName}.`,
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
