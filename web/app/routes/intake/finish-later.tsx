import { getForm } from '@claimdesk/forms/registry';
import { data } from 'react-router';
import { siteContext } from '../../context.ts';
import type { Handle } from '../../hydration.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/finish-later';
import { finishLaterPath, resumePath, stepPath } from './addresses.ts';
import '../../styles/wizard.css';
import { postedBirth } from './birth-fields.tsx';
import { finishLater, type Later } from './finish-later.server.ts';
import { formAt } from './intake-forms.ts';
import { offlineWords } from './outcome.ts';
import { Code, Mailed } from './saved-for-later.tsx';
import { WaysToGoOn } from './ways-to-go-on.tsx';

export const handle: Handle = { hydrate: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const form = formAt(url.pathname);
  const page = await answerOf(api.intake.open({ form: form.name }));
  const opened = page.kind === 'step' ? page : { token: '', keptDays: 0 };
  return {
    token: opened.token,
    keptDays: opened.keptDays,
    /** The last step leads on to the first one that is not answered. */
    goOn: stepPath(form, getForm(form.name).ui.steps.at(-1)?.id ?? ''),
    /** As it is typed on another device. */
    address: (origin + resumePath(form)).replace(/^https?:\/\//, ''),
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const later = await finishLater(context.get(siteContext), formAt(url.pathname), await request.formData());
  return later.kind === 'problems' ? data<Later>(later, { status: later.status }) : data<Later>(later);
}

/** What can't be sent is said on the page, which keeps what was typed. */
export async function clientAction({ serverAction, request }: Route.ClientActionArgs): Promise<Later> {
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
  return pageMeta(matches, {
    title: `Finish later - ${form.title}`,
    description: `Get a link by email, or a code, to finish your ${form.longNoun} later.`,
    path: finishLaterPath(form),
    hidden: true,
  }).filter((tag) => !('title' in tag));
};

export default function FinishLater({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.kind === 'mailed') return <Mailed email={actionData.email} {...loaderData} />;
  if (actionData?.kind === 'code') return <Code code={actionData.code} {...loaderData} />;
  return <WaysToGoOn {...loaderData} problem={actionData ?? null} />;
}
