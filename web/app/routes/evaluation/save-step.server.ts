import { getForm } from '@claimdesk/forms/registry';
import type { SiteContext } from '../../context.ts';
import { evaluationForm, sentPath, stepPath } from './addresses.ts';
import type { Outcome } from './outcome.ts';
import { refusalOf } from './refusal.server.ts';

/** Names that the form's own hidden inputs carry; all others are answers. */
const tokenName = '_token';
const changeName = '_change';

/** The home page shows the reference once more; this is how long it may take to get there. */
const sentSeconds = 10 * 60;

type Saved = { kind: 'go'; to: string } | Extract<Outcome, { kind: 'problems' }>;

/**
 * Takes what a step's form posted and says where to go, or what to say on the page.
 *
 * @param step left out on the form's start page, which shows the first step.
 */
export async function saveStep(
  { api, cookies }: Pick<SiteContext, 'api' | 'cookies'>,
  step: string | undefined,
  posted: FormData,
): Promise<Saved> {
  const stepId = step ?? getForm(evaluationForm).ui.steps[0]?.id ?? '';
  const token = textOf(posted.get(tokenName));
  const change = posted.get(changeName) === '1';
  const entries = [...posted]
    .filter(([name]) => name !== tokenName && name !== changeName)
    .map(([name, value]): [string, string] => [name, textOf(value)]);
  const saved = await api.intake
    .save({ form: evaluationForm, step: stepId, token, change, entries })
    .catch((error: unknown) => ({
      kind: 'problems' as const,
      ...refusalOf(error),
      values: Object.fromEntries(entries),
    }));
  if (saved.kind === 'next') return { kind: 'go', to: stepPath(saved.step) };
  const now = saved.kind === 'sent' ? saved : await lookAgain(api, stepId, saved);
  if (now.kind !== 'sent') return now;
  cookies.set('sent', now.reference, { sameSite: 'Lax', maxAge: sentSeconds });
  return { kind: 'go', to: sentPath };
}

/**
 * A step that is refused for no answer of its own may have moved on: it was sent by another tab or click a moment ago,
 * or the earlier answers are gone, and then the visitor is told on the step that can be shown.
 */
async function lookAgain(
  api: SiteContext['api'],
  step: string,
  problems: Extract<Outcome, { kind: 'problems' }>,
): Promise<Saved | { kind: 'sent'; reference: string }> {
  if (Object.keys(problems.errors).length > 0) return problems;
  const page = await api.intake.open({ form: evaluationForm, step });
  if (page.kind === 'elsewhere') return { kind: 'go', to: `${stepPath(page.step)}?lost=1` };
  return page.kind === 'sent' ? page : problems;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
