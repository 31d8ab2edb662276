import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { useEffect, useRef } from 'react';
import { data, redirect, useLocation, useOutletContext } from 'react-router';
import { siteContext } from '../../context.ts';
import type { Handle } from '../../hydration.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/step';
import { sentPath, stepPath } from './addresses.ts';
import '../../styles/wizard.css';
import { formAt, type IntakeForm } from './intake-forms.ts';
import type { Outcome } from './outcome.ts';
import { postStep } from './post-step.server.ts';
import { rememberStep, seenStep } from './seen-steps.ts';
import { needsFreshToken, sendFromBrowser } from './send-from-browser.ts';
import { presentStep, type StepData } from './step-data.server.ts';
import { StepPage, type StepParts } from './step-page.tsx';

export const handle: Handle = { hydrate: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const page = await answerOf(api.intake.open({ form: form.name, step: stepAt(form, params.step) }));
  if (page.kind === 'sent') throw redirect(sentPath(form));
  if (page.kind === 'elsewhere') throw redirect(stepPath(form, page.step));
  return presentStep(page, { change: url.searchParams.has('change'), lost: url.searchParams.has('lost') });
}

/** Where the start page is not a step, it leads to the first one, and who has sent the form before begins anew there. */
function stepAt(form: IntakeForm, step: string | undefined): string | undefined {
  return !form.startsWithStep && step === getForm(form.name).ui.steps[0]?.id ? undefined : step;
}

/** A lost connection must not cost the page: a step that was shown before is shown again from memory. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<StepData> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    const { pathname, search } = new URL(request.url);
    const seen = seenStep(pathname);
    if (seen) return seen;
    window.location.assign(pathname + search);
    return new Promise<never>(() => {});
  }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = formAt(url.pathname);
  const saved = await postStep(context.get(siteContext), form, params.step, await request.formData());
  if (saved.kind === 'go') throw redirect(saved.to, 303);
  return data<Outcome>(saved, { status: saved.status });
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Outcome> {
  return sendFromBrowser(() => serverAction());
}

export const shouldRevalidate = needsFreshToken;

/** The title is the page's own, since it also says when there are errors. */
export const meta: Route.MetaFunction = ({ matches, params, location }) => {
  const { title, description, startPath } = formAt(location.pathname);
  return pageMeta(matches, {
    title,
    description,
    path: startPath,
    hidden: params.step !== undefined,
  }).filter((tag) => !('title' in tag));
};

interface Props {
  loaderData: StepData;
  actionData?: Outcome | undefined;
}

export default function Step({ loaderData, actionData }: Props) {
  // A form that adds something to its steps has a route around them that hands it in.
  const parts = useOutletContext<StepParts | undefined>();
  const { pathname } = useLocation();
  // What was typed and not yet sent, by step: changing another answer in between does not lose it.
  const typed = useRef(new Map<string, Answers>());
  useEffect(() => rememberStep(pathname, loaderData), [pathname, loaderData]);
  return (
    <StepPage
      key={loaderData.step}
      data={loaderData}
      outcome={actionData}
      typed={typed.current.get(loaderData.step)}
      parts={parts}
      onTyped={(answers) => typed.current.set(loaderData.step, answers)}
    />
  );
}
