import { getForm } from '@claimdesk/forms/registry';
import type { SiteContext } from '../../context.ts';
import { sentPath, stepPath } from './addresses.ts';
import type { IntakeForm } from './intake-forms.ts';
import type { Outcome } from './outcome.ts';
import { refusalOf } from './refusal.server.ts';

/** Names that the form's own hidden inputs carry; all others are answers. */
const tokenName = '_token';
const changeName = '_change';

/** The home page shows the reference once more; this is how long it may take to get there. */
const sentSeconds = 10 * 60;

type Posted = { kind: 'go'; to: string } | Extract<Outcome, { kind: 'problems' }>;

/**
 * Takes what a step's form posted and says where to go, or what to say on the page.
 *
 * @param step left out on a start page that shows the first step.
 */
export async function postStep(
  { api, cookies }: Pick<SiteContext, 'api' | 'cookies'>,
  form: IntakeForm,
  step: string | undefined,
  posted: FormData,
): Promise<Posted> {
  const stepId = step ?? getForm(form.name).ui.steps[0]?.id ?? '';
  const token = textOf(posted.get(tokenName));
  const change = posted.get(changeName) === '1';
  const entries = [...posted]
    .filter(([name]) => name !== tokenName && name !== changeName)
    .map(([name, value]): [string, string] => [name, textOf(value)]);
  const saved = await api.intake
    .save({ form: form.name, step: stepId, token, change, entries })
    .catch((error: unknown) => ({
      kind: 'problems' as const,
      ...refusalOf(error),
      values: Object.fromEntries(entries),
    }));
  if (saved.kind === 'next') return { kind: 'go', to: stepPath(form, saved.step) };
  const now = saved.kind === 'sent' ? saved : await lookAgain(api, form, stepId, saved);
  if (now.kind !== 'sent') return now;
  if (form.sent.to === '/') {
    cookies.set('sent', `${form.name}.${now.reference}`, { sameSite: 'Lax', maxAge: sentSeconds });
  }
  return { kind: 'go', to: sentPath(form) };
}

/**
 * A step that is refused for no answer of its own may have moved on: it was sent by another tab or click a moment ago,
 * or the earlier answers are gone, and then the visitor is told on the step that can be shown.
 */
async function lookAgain(
  api: SiteContext['api'],
  form: IntakeForm,
  step: string,
  problems: Extract<Outcome, { kind: 'problems' }>,
): Promise<Posted | { kind: 'sent'; reference: string }> {
  if (Object.keys(problems.errors).length > 0) return problems;
  const page = await api.intake.open({ form: form.name, step });
  if (page.kind === 'elsewhere') return { kind: 'go', to: `${stepPath(form, page.step)}?lost=1` };
  return page.kind === 'sent' ? page : problems;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
