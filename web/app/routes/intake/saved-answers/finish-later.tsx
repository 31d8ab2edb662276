import { getForm } from '@claimdesk/forms/registry';
import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { finishLaterPath, resumePath, stepPath } from '#web/app/intake/addresses.ts';
import { untitledPageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import type { Route } from './+types/finish-later';
import '#web/app/styles/wizard.css';
import { formAt } from '#web/app/intake/intake-forms.ts';
import { offlineWords } from '#web/app/sending/outcome.ts';
import { postedBirth } from './birth-fields.tsx';
import { finishLater, type LaterOutcome } from './finish-later.server.ts';
import { ResumeOptions } from './resume-options.tsx';
import { Code, Mailed } from './saved-for-later.tsx';

export const handle: Handle = { hydrate: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const form = formAt(url.pathname);
  const page = await answerOf(api.intake.open({ form: form.name }));
  if (page.kind === 'step' && page.moved) throw redirect(stepPath(form, page.step.id, { detour: 'moved' }));
  const opened = page.kind === 'step' ? page : { token: '', keptDays: 0, shared: false };
  return {
    token: opened.token,
    keptDays: opened.keptDays,
    shared: opened.shared,
    /** The last step redirects to the first one that is not answered. */
    advance: stepPath(form, getForm(form.name).ui.steps.at(-1)?.id ?? ''),
    /** As one types it on another device. */
    address: (origin + resumePath(form)).replace(/^https?:\/\//, ''),
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const later = await finishLater(context.get(siteContext), formAt(url.pathname), await request.formData());
  return later.kind === 'problems'
    ? data<LaterOutcome>(later, { status: later.status })
    : data<LaterOutcome>(later);
}

/** A failed connection is reported on the page, which keeps what was typed. */
export async function clientAction({ serverAction, request }: Route.ClientActionArgs): Promise<LaterOutcome> {
  const posted = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const email = String(posted.get('email') ?? '');
    return { kind: 'problems', email, birth: postedBirth(posted), ...offlineWords, status: 0, errors: {} };
  }
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const form = formAt(location.pathname);
  return untitledPageMeta(matches, {
    title: `Save and exit - ${form.title}`,
    description: `Get a link by email, or a code, to finish your ${form.longNoun} later.`,
    path: finishLaterPath(form),
    hidden: true,
  });
};

export default function FinishLater({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.kind === 'mailed') return <Mailed email={actionData.email} {...loaderData} />;
  if (actionData?.kind === 'code') return <Code code={actionData.code} {...loaderData} />;
  return <ResumeOptions {...loaderData} problem={actionData ?? null} />;
}
