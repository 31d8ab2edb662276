import { getForm } from '@claimdesk/forms/registry';
import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { resumePath, stepPath } from '#web/app/public/intake/addresses.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/resume';
import '#web/app/ui/forms/wizard.css';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { SharedComputerBox, sharedName } from '#web/app/public/intake/shared-computer.tsx';
import { useIntakeForm } from '#web/app/public/intake/use-intake-form.ts';
import { type FormRefusal, formRefusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { postedBirth } from './birth-fields.tsx';
import { CodeForm, type TypedCode } from './code-form.tsx';

const heading = 'Continue with your saved answers';
const endedHeading = 'This link no longer works';

type Outcome = { kind: 'ended' } | ({ kind: 'problems' } & FormRefusal & { typed: TypedCode });

/**
 * Only shows a button: mail scanners open links too, and must not use them up. The page runs no script, so nothing can
 * read the secret in its URL.
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
  const shared = posted.get(sharedName) === '1';
  const typed = { code: String(posted.get('code') ?? '').slice(0, 60), birth: postedBirth(posted) };
  const opening =
    link === null
      ? api.intake.resumeByCode({ form: form.name, shared, ...typed })
      : api.intake.resume({ form: form.name, shared, secret: String(link) });
  const refused = await opening.then(() => null).catch(formRefusalOf);
  if (refused) {
    const outcome: Outcome = link === null ? { kind: 'problems', ...refused, typed } : { kind: 'ended' };
    return data(outcome, { status: refused.status });
  }
  // The last step redirects to the first one that is not answered.
  throw redirect(stepPath(form, getForm(form.name).ui.steps.at(-1)?.id ?? ''), 303);
}

export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const form = formAt(location.pathname);
  return untitledPageMeta(matches, {
    title: `${heading} - ${form.title}`,
    description: `Continue your ${form.fullName} where you left off.`,
    path: resumePath(form),
    hidden: true,
  });
};

export default function Resume({ loaderData: { link, keptDays }, actionData }: Route.ComponentProps) {
  const form = useIntakeForm();
  const firm = useLayoutData();
  const title = `${actionData?.kind === 'ended' ? endedHeading : heading} - ${form.title}`;
  return (
    <div className="wrap step">
      <title>
        {`${actionData?.kind === 'problems' ? 'Error: ' : ''}${title}${firm ? ` | ${firm.firmName}` : ''}`}
      </title>
      {actionData?.kind === 'ended' ? (
        <LinkEnded keptDays={keptDays} />
      ) : link ? (
        <Continue link={link} />
      ) : (
        <CodeForm heading={heading} problem={actionData ?? null} />
      )}
    </div>
  );
}

function Continue({ link }: { link: string }) {
  const form = useIntakeForm();
  return (
    <>
      <h1>{heading}</h1>
      <p>
        Welcome back. Your answers are saved. Continue where you left off. From then on only this browser can
        open them, and this link no longer works.
      </p>
      <form method="post" action={resumePath(form)}>
        <input type="hidden" name="link" value={link} />
        <SharedComputerBox />
        <button type="submit" className="button">
          Continue my {form.shortName}
        </button>
      </form>
    </>
  );
}

function LinkEnded({ keptDays }: { keptDays: number }) {
  const form = useIntakeForm();
  return (
    <>
      <h1>{endedHeading}</h1>
      <p>
        Each link works once. If you have opened it before, your answers are in the browser that you opened it
        in. Continue there. To move them, press “Save and exit” there and get a new link.
      </p>
      <p>
        It may also be that the link is more than {keptDays} days old, that you got a newer link or used a
        code, or that your answers have been sent or deleted.
      </p>
      <p>
        You can start again: it takes {form.minutes}.<CallUs hours> Or call us at</CallUs>
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
