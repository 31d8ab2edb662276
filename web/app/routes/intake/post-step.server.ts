import { changeRows, decodeStep } from '@claimdesk/forms/decode';
import { getForm } from '@claimdesk/forms/registry';
import { toUiSchema } from '@claimdesk/forms/ui-schema';
import type { SiteContext } from '../../context.ts';
import { targetOf } from '../../forms/field-ids.ts';
import { proofName, trapName } from '../../not-a-robot/robot-check.tsx';
import { finishLaterPath, sentPath, stepPath } from './addresses.ts';
import type { IntakeForm } from './intake-forms.ts';
import type { Outcome } from './outcome.ts';
import { isRefusal, refusalOf } from './refusal.server.ts';

/** Names that the form's own inputs and buttons carry; all others are answers, or buttons of a group. */
const ownNames = ['_token', '_change', '_later', proofName, trapName];

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
  const own = Object.fromEntries(ownNames.map((name) => [name, textOf(posted.get(name))]));
  const [change, later] = [own._change === '1', own._later === '1'];
  const entries = [...posted]
    .filter(([name]) => !ownNames.includes(name))
    .map(([name, value]): [string, string] => [name, textOf(value)]);
  const saved = await api.intake
    .save({
      form: form.name,
      step: stepId,
      token: own._token ?? '',
      change,
      later,
      proof: own[proofName] ?? '',
      trap: own[trapName] ?? '',
      entries,
    })
    .catch((error: unknown) => notSaved(error, form, stepId, entries));
  if (saved.kind === 'next') return { kind: 'go', to: stepPath(form, saved.step) };
  if (saved.kind === 'kept') {
    const here = stepPath(form, stepId, { change }) + placeOfRow(form, stepId, entries);
    return { kind: 'go', to: later ? finishLaterPath(form) : here };
  }
  const now = saved.kind === 'sent' ? saved : await lookAgain(api, form, stepId, saved);
  if (now.kind !== 'sent') return now;
  if (form.sent.to === '/') {
    cookies.set('sent', `${form.name}.${now.reference}`, { sameSite: 'Lax', maxAge: sentSeconds });
  }
  return { kind: 'go', to: sentPath(form) };
}

/**
 * @returns the fragment of the row that was just added, so that the page comes back where the visitor was, or of the group
 * that has a row less.
 */
function placeOfRow({ name }: IntakeForm, step: string, entries: [string, string][]): string {
  const definition = getForm(name);
  const [button, value = ''] = entries.findLast(([entry]) => entry === '_add' || entry === '_remove') ?? [];
  const rows = changeRows(definition, step, entries)?.[value];
  if (button !== '_add' || !Array.isArray(rows)) return button ? `#${name}_${value.split('.')[0]}` : '';
  const [first] = Object.keys(definition.ui.fields[value]?.fields ?? {});
  return `#${targetOf(name, toUiSchema(definition, step), `${value}.${rows.length - 1}.${first}`)}`;
}

/** Nothing typed is lost where a step was refused unread or could not be stored: it is read as the procedure reads it. */
function notSaved(
  error: unknown,
  form: IntakeForm,
  step: string,
  entries: [string, string][],
): Extract<Outcome, { kind: 'problems' }> {
  const definition = getForm(form.name);
  const { ui } = definition;
  const isStep = ui.steps.some(({ id }) => id === step);
  const read = () => changeRows(definition, step, entries) ?? decodeStep(definition, step, entries).answers;
  const values = isStep ? read() : {};
  const failed = { status: 503, title: ui.submitErrorTitle, text: ui.submitErrorText, errors: {} };
  return { kind: 'problems', ...(isRefusal(error) ? refusalOf(error) : failed), values };
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
  // A step that the form does not have can't be looked at either.
  if (Object.keys(problems.errors).length > 0 || problems.status === 404) return problems;
  const page = await api.intake.open({ form: form.name, step });
  if (page.kind === 'elsewhere') return { kind: 'go', to: `${stepPath(form, page.step)}?lost=1` };
  return page.kind === 'sent' ? page : problems;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
