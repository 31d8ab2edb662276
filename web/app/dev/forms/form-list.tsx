import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import type { Route } from './+types/form-list';
import { type FormState, statePath, states } from './states.ts';

/** Every form of the product, and one with every kind of question, in every state. */
export function loader({ context }: Route.LoaderArgs) {
  const { developer } = context.get(siteContext);
  if (!developer) throw data(null, { status: 404 });
  return developer.definitions.map(({ form, version, ui }) => ({ form, version, title: ui.title }));
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const meta: Route.MetaFunction = () => [
  { title: 'Every form in every state' },
  { name: 'robots', content: 'noindex' },
];

export default function FormList({ loaderData: forms }: Route.ComponentProps) {
  return (
    <>
      <h1>Every form in every state</h1>
      <p>
        Edit a form’s <code>schema.json</code> and <code>ui.json</code>, wait for “site started anew” where{' '}
        <code>npm run dev</code> runs, and load its page again: the change is there.
      </p>
      {forms.map(({ form, version, title }) => (
        <section key={form} aria-labelledby={form}>
          <h2 id={form}>{title}</h2>
          <p>
            <code>{`forms/${form}`}</code> {`version ${version}`}
          </p>
          <ul>
            {(Object.keys(states) as FormState[]).map((state) => (
              <li key={state}>
                <a href={statePath(form, state)} aria-label={`${title}: ${states[state]}`}>
                  {states[state]}
                </a>{' '}
                <a
                  href={statePath(form, state, { plain: true })}
                  aria-label={`${title}: ${states[state]}, without script`}
                >
                  without script
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
