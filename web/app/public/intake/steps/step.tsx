import { isDomainError } from '@claimdesk/api/domain-error';
import { getForm } from '@claimdesk/forms/registry';
import { data, redirect } from 'react-router';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { sentPath, stepPath } from '#web/app/public/intake/addresses.ts';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/step';
import '#web/app/ui/forms/wizard.css';
import '#web/app/public/intake/contract/contract.css';
import { ApplicationIntroduction } from '#web/app/public/intake/application-introduction.tsx';
import { leaveWhileClosed } from '#web/app/public/intake/contract/leave-while-closed.server.ts';
import { formAt, type IntakeForm } from '#web/app/public/intake/intake-forms.ts';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Outcome } from '#web/app/ui/sending/outcome.ts';
import { postStep } from './post-step.server.ts';
import { presentStep, type StepPage } from './step-data.server.ts';
import { StepPages } from './step-pages.tsx';

export const handle: Handle = { hydrate: ['step-pages'] };

/** Without the database not even the step can be shown again. */
const notSaved =
  'We could not save this page. Your answers from the pages before it are kept. Please go back, and try again in a few minutes.';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { api, posted, byScript } = site;
  const form = formAt(url.pathname);
  // A post during that time gets the same message on its own page, together with what was typed.
  if (form.name === 'contract' && !posted) await leaveWhileClosed(api);
  const [attorney, letter] = ['attorney', 'letter'].map((name) => url.searchParams.get(name) ?? undefined);
  const asked = { form: form.name, step: stepAt(form, params.step), attorney, letter };
  const page = await answerOf(
    api.intake.open({ ...asked, challenge: byScript ? 'now' : 'later' }).catch((error: unknown) => {
      if (posted && !isDomainError(error)) throw data(notSaved, { status: 503 });
      throw error;
    }),
  );
  if (page.kind === 'sent') throw redirect(sentPath(form));
  if (page.kind === 'elsewhere')
    throw redirect(stepPath(form, page.step, { detour: page.moved ? 'moved' : undefined }));
  const hasFlag = (name: string) => url.searchParams.has(name);
  const detour = page.moved || hasFlag('moved') ? 'moved' : hasFlag('lost') ? 'lost' : null;
  const { id } = page.step;
  const [layout, isRepresented, agreement, words] = await Promise.all([
    answerOf(api.content.layout()),
    answerOf(api.intake.isRepresented()),
    form.name === 'contract' && id === 'sign' ? answerOf(api.contracts.agreement()) : null,
    form.name === 'attorney-application' ? readWords(api) : null,
  ]);
  if (url.search === '' && !holdsAnswers(page))
    site.openedForm = { ...page, openFor: ({ intake }) => intake.openForNewcomer({ form: form.name }) };
  return {
    page: presentStep(page, {
      path: url.pathname,
      change: hasFlag('change'),
      detour,
      firmName: layout.firmName,
      isRepresented,
      agreement,
      notes: form.name === 'contract' && id === 'contact',
      words: form.name === 'attorney-application' ? { heading: words?.title ?? null } : null,
    }),
    /** Rendered on the server only. */
    words,
  };
}

/** @returns whether the page shows anything that its visitor told us. */
function holdsAnswers({
  values,
  given,
  earlier,
  review,
  notices,
  referral,
  letter,
  shared,
  moved,
}: StepPage): boolean {
  const answers = [values, given, earlier].flatMap(Object.keys);
  const told = [...answers, ...(review ?? []), ...notices];
  return told.length > 0 || referral !== null || letter !== null || shared || moved;
}

/** The form works without the editors' text. */
function readWords({ content }: SiteContext['api']) {
  return content.page({ slug: 'join-network' }).catch(() => null);
}

/**
 * If the start page is not a step, the first step takes its role: there, a visitor who has sent the form starts a new
 * one.
 */
function stepAt(form: IntakeForm, step: string | undefined): string | undefined {
  return !form.startsWithStep && step === getForm(form.name).ui.steps[0]?.id ? undefined : step;
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = formAt(url.pathname);
  const saved = await postStep(context.get(siteContext), form, params.step, await request.formData());
  if (saved.kind === 'go') throw redirect(saved.to, 303);
  return data<Outcome>(saved, { status: saved.status });
}

export const meta: Route.MetaFunction = ({ matches, params, location }) => {
  const { title, description, startPath } = formAt(location.pathname);
  return untitledPageMeta(matches, {
    title,
    description,
    path: startPath,
    hidden: params.step !== undefined,
  });
};

interface Props {
  loaderData: Awaited<ReturnType<typeof loader>>;
  actionData?: Outcome | undefined;
}

export default function Step({ loaderData: { page, words }, actionData }: Props) {
  return (
    <Island name="step-pages" slots={page.words ? { words: <ApplicationIntroduction page={words} /> } : {}}>
      <StepPages page={page} outcome={actionData} />
    </Island>
  );
}
