import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { useEffect, useRef } from 'react';
import { data, redirect, useLocation, useOutletContext } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/hydration.ts';
import { sentPath, stepPath } from '#web/app/intake/addresses.ts';
import { pageMeta } from '#web/app/page-meta.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import type { Route } from './+types/step';
import '#web/app/styles/wizard.css';
import { formAt, type IntakeForm } from '#web/app/intake/intake-forms.ts';
import type { StepParts } from '#web/app/intake/step-parts.ts';
import { needsFreshToken, type Outcome, sendFromBrowser } from '#web/app/sending/outcome.ts';
import { postStep } from './post-step.server.ts';
import { rememberStep, seenStep } from './seen-steps.ts';
import { presentStep, type StepData } from './step-data.server.ts';
import { StepPage } from './step-page.tsx';

export const handle: Handle = { hydrate: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const attorney = url.searchParams.get('attorney') ?? undefined;
  const page = await answerOf(
    api.intake.open({ form: form.name, step: stepAt(form, params.step), attorney }),
  );
  if (page.kind === 'sent') throw redirect(sentPath(form));
  if (page.kind === 'elsewhere')
    throw redirect(stepPath(form, page.step, { detour: page.moved ? 'moved' : undefined }));
  const hasFlag = (name: string) => url.searchParams.has(name);
  const detour = page.moved || hasFlag('moved') ? 'moved' : hasFlag('lost') ? 'lost' : null;
  return presentStep(page, { change: hasFlag('change'), detour });
}

/**
 * Where the start page is not a step, the first step stands for it: there, a visitor who has sent the form starts a
 * new one.
 */
function stepAt(form: IntakeForm, step: string | undefined): string | undefined {
  return !form.startsWithStep && step === getForm(form.name).ui.steps[0]?.id ? undefined : step;
}

/** When the connection is lost, a step that was shown before is shown again from memory. */
export async function clientLoader({ serverLoader, url }: Route.ClientLoaderArgs): Promise<StepData> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    const { pathname, search } = url;
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

/** The component renders the title itself, because it also announces errors. */
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
  // A form that adds something to its steps does so in a layout route around them.
  const parts = useOutletContext<StepParts | undefined>();
  const { pathname } = useLocation();
  // Typed and not yet sent, by step, so that changing another answer in between loses nothing.
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
