import type { FormDefinition } from '@claimdesk/forms/definition';
import { data } from 'react-router';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import type { Route } from './+types/form-state';
import { AnswersView } from './answers-view.tsx';
import { readPost, showAnswers, showExport, showSteps } from './form-steps.server.ts';
import { isState, type FormState as State, statePath, states } from './states.ts';
import { TryStep } from './try-step.tsx';

export const handle: Handle = { hydrate: (url) => !url.searchParams.has('plain') };

/** One form in one state. Nothing is stored, and no database is involved. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { definition, state, example } = find(context.get(siteContext), params);
  const { form, ui } = definition;
  const shown = state === 'review' || state === 'staff' || state === 'outside';
  const exported = state === 'csv' || state === 'json';
  return {
    form,
    state,
    title: ui.title,
    plain: url.searchParams.has('plain'),
    submitLabel: ui.submit.label,
    steps: shown || exported ? [] : showSteps(definition, state, example),
    file: exported ? await showExport(definition, state, example) : null,
    answers: shown ? showAnswers(definition, state, example) : [],
  };
}

/** Reads what a step posted, so that a form can be tried with and without script. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { definition, example } = find(context.get(siteContext), params);
  const posted = await request.formData();
  if (!definition.ui.steps.some(({ id }) => id === posted.get('_step'))) throw data(null, { status: 400 });
  const read = readPost(definition, posted, example);
  return data(read, { status: read.problem ? 422 : 200 });
}

function find(
  { developer }: SiteContext,
  { form, state }: { form: string; state: string },
): { definition: FormDefinition; state: State; example: ReturnType<typeof exampleOf> } {
  const definition = developer?.definitions.find((each) => each.form === form);
  if (!developer || !definition || !isState(state)) throw data(null, { status: 404 });
  return { definition, state, example: exampleOf(developer, form) };
}

function exampleOf(developer: NonNullable<SiteContext['developer']>, form: string) {
  return developer.exampleOf(form);
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title}: ${states[loaderData.state]}` : 'Forms' },
  { name: 'robots', content: 'noindex' },
];

export default function FormState({ loaderData, actionData }: Route.ComponentProps) {
  const { form, state, title, plain, steps, answers, file } = loaderData;
  return (
    <>
      <p>
        <a className="back" href="/dev/forms">
          Every form
        </a>
      </p>
      <h1>{`${title}: ${states[state]}`}</h1>
      <ul className="link-row">
        {(Object.keys(states) as State[]).map((each) => (
          <li key={each}>
            <a href={statePath(form, each, { plain })} aria-current={each === state ? 'page' : undefined}>
              {states[each]}
            </a>
          </li>
        ))}
        <li>
          <a href={statePath(form, state, { plain: !plain })}>{plain ? 'With script' : 'Without script'}</a>
        </li>
      </ul>
      {steps.map((step, index) => (
        <TryStep
          key={step.id}
          step={step}
          page={loaderData}
          first={index === 0}
          posted={actionData?.step === step.id ? actionData : undefined}
        />
      ))}
      {file ? <pre>{file}</pre> : null}
      {answers.length > 0 ? <AnswersView rows={answers} state={state} /> : null}
    </>
  );
}
