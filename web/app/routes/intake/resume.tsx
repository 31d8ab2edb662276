import { getForm } from '@claimdesk/forms/registry';
import { data, redirect } from 'react-router';
import { PhoneLink } from '../../components/phone-link.tsx';
import { siteContext } from '../../context.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import type { Route } from './+types/resume';
import { resumePath, stepPath } from './addresses.ts';
import '../../styles/wizard.css';
import { postedBirth } from './birth-fields.tsx';
import { CodeForm, type TypedCode } from './code-form.tsx';
import { formAt } from './intake-forms.ts';
import { type Refused, refusalOf } from './refusal.server.ts';
import { useIntakeForm } from './use-intake-form.ts';

type Outcome = { kind: 'ended' } | ({ kind: 'problems' } & Refused & { typed: TypedCode });

/**
 * Shows a button and does nothing else: programs that look into mail open links too, and must not use anything up. The
 * page runs no script, so nothing can read the secret in its address.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  return { link: url.searchParams.get('link') ?? '', keptDays: await api.intake.keptDays() };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const posted = await request.formData();
  const link = posted.get('link');
  const typed = { code: String(posted.get('code') ?? '').slice(0, 60), birth: postedBirth(posted) };
  const opening =
    link === null
      ? api.intake.resumeByCode({ form: form.name, ...typed })
      : api.intake.resume({ form: form.name, secret: String(link) });
  const refused = await opening.then(() => null).catch(refusalOf);
  if (refused) {
    const outcome: Outcome = link === null ? { kind: 'problems', ...refused, typed } : { kind: 'ended' };
    return data(outcome, { status: refused.status });
  }
  // The last step leads on to the first one that is not answered.
  throw redirect(stepPath(form, getForm(form.name).ui.steps.at(-1)?.id ?? ''), 303);
}

export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const form = formAt(location.pathname);
  return pageMeta(matches, {
    title: `Continue - ${form.title}`,
    description: `Go on with your ${form.longNoun} where you left it.`,
    path: resumePath(form),
    hidden: true,
  });
};

export default function Resume({ loaderData: { link, keptDays }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap step">
      {actionData?.kind === 'ended' ? (
        <LinkEnded keptDays={keptDays} />
      ) : link ? (
        <Continue link={link} />
      ) : (
        <CodeForm problem={actionData ?? null} />
      )}
    </div>
  );
}

function Continue({ link }: { link: string }) {
  const form = useIntakeForm();
  return (
    <>
      <h1>Welcome back</h1>
      <p>Your answers are saved. Go on where you left off.</p>
      <form method="post" action={resumePath(form)}>
        <input type="hidden" name="link" value={link} />
        <button type="submit" className="button">
          Continue my {form.noun}
        </button>
      </form>
    </>
  );
}

function LinkEnded({ keptDays }: { keptDays: number }) {
  const firm = useLayoutData();
  const form = useIntakeForm();
  return (
    <>
      <h1>This link no longer works</h1>
      <p>
        It may be more than {keptDays} days old, your answers may have been sent or deleted already, or a
        newer link was mailed to you.
      </p>
      <p>
        You can start again: it takes {form.minutes}.
        {firm ? (
          <>
            {' '}
            Or call us at <PhoneLink firm={firm} end="." /> {firm.hours.label}.
          </>
        ) : null}
      </p>
      <p className="button-row">
        <a className="button" href={form.startPath}>
          Start again
        </a>
        <a className="button secondary" href={resumePath(form)}>
          I have a code
        </a>
      </p>
    </>
  );
}
