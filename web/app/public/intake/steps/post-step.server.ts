import { httpStatusOf } from '@claimdesk/api/domain-error';
import { changeRows, decodeStep } from '@claimdesk/forms/decode';
import { stepNamed } from '@claimdesk/forms/journey';
import { getForm } from '@claimdesk/forms/registry';
import { toUiSchema } from '@claimdesk/forms/ui-schema';
import { withoutWriteOnly } from '@claimdesk/forms/write-only';
import { data } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { finishLaterPath, sentPath, stepPath } from '#web/app/public/intake/addresses.ts';
import type { IntakeForm } from '#web/app/public/intake/intake-forms.ts';
import { rememberSent } from '#web/app/public/intake/sent/sent.server.ts';
import { sharedName } from '#web/app/public/intake/shared-computer.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { honeypotName, proofName } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { readFormRefusal } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Outcome } from '#web/app/ui/sending/outcome.ts';
import { attorneyName, letterName } from './prefilled-answers.tsx';

/** Names of the form's own inputs and buttons; all others are answers, or buttons of a group. */
export const ownNames = [
  '_token',
  '_change',
  '_later',
  sharedName,
  attorneyName,
  letterName,
  proofName,
  honeypotName,
];

type Refused = Extract<Outputs['intake']['save'], { kind: 'problems' }>;
type Posted = { kind: 'go'; to: string } | Extract<Outcome, { kind: 'problems' }>;

/**
 * Saves what a step's form posted. @returns where to go next, or what to show on the page.
 *
 * @param step left out on a start page that shows the first step.
 */
export async function postStep(
  { api, cookies }: Pick<SiteContext, 'api' | 'cookies'>,
  form: IntakeForm,
  step: string | undefined,
  posted: FormData,
): Promise<Posted> {
  const definition = getForm(form.name);
  const stepId = step ?? definition.ui.steps[0]?.id ?? '';
  if (!stepNamed(definition, stepId)) throw data('This form has no such step.', { status: 404 });
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
      shared: own[sharedName] === '1',
      attorney: own[attorneyName] ?? '',
      letter: own[letterName] ?? '',
      proof: own[proofName] ?? '',
      honeypot: own[honeypotName] ?? '',
      entries,
    })
    .then(
      (outcome) => (outcome.kind === 'problems' ? withStatus(outcome) : outcome),
      (error: unknown) => notSaved(error, form, stepId, entries),
    );
  if (saved.kind === 'next') {
    return { kind: 'go', to: stepPath(form, saved.step, { detour: saved.moved ? 'moved' : undefined }) };
  }
  if (saved.kind === 'kept') {
    const here = stepPath(form, stepId, { change }) + fragmentOfRow(form, stepId, entries);
    // Without answers there is nothing to resume.
    return { kind: 'go', to: later ? (saved.empty ? '/' : finishLaterPath(form)) : here };
  }
  const now = saved.kind === 'sent' ? saved : await recheckStep(api, form, stepId, saved);
  if (now.kind !== 'sent') return now;
  // On a shared computer the next person must not see the confirmation on another page.
  if (!now.shared) rememberSent({ cookies }, form, now.reference);
  return { kind: 'go', to: sentPath(form) };
}

function withStatus({ code, ...problems }: Refused): Extract<Outcome, { kind: 'problems' }> {
  return { ...problems, status: httpStatusOf(code) };
}

/**
 * @returns the fragment of the row that was just added, or of the group that has lost a row, so that the page comes
 * back where the visitor was.
 */
function fragmentOfRow({ name }: IntakeForm, step: string, entries: [string, string][]): string {
  const definition = getForm(name);
  const [button, value = ''] = entries.findLast(([entry]) => entry === '_add' || entry === '_remove') ?? [];
  const rows = changeRows(definition, step, entries)?.[value];
  if (button !== '_add' || !Array.isArray(rows)) return button ? `#${name}_${value.split('.')[0]}` : '';
  const [first] = Object.keys(definition.ui.fields[value]?.fields ?? {});
  return `#${targetOf(name, toUiSchema(definition, step), `${value}.${rows.length - 1}.${first}`)}`;
}

/**
 * Keeps the typed answers if a step was refused unread or could not be stored, by decoding it as the procedure does.
 * Only write-only answers have to be typed again.
 */
function notSaved(
  error: unknown,
  form: IntakeForm,
  step: string,
  entries: [string, string][],
): Extract<Outcome, { kind: 'problems' }> {
  const definition = getForm(form.name);
  const { ui } = definition;
  const values = changeRows(definition, step, entries) ?? decodeStep(definition, step, entries).answers;
  const failed = { status: 503, title: ui.submitErrorTitle, text: ui.submitErrorText, errors: {} };
  return {
    kind: 'problems',
    ...(readFormRefusal(error) ?? failed),
    values: withoutWriteOnly(definition, values),
  };
}

/**
 * A step that was refused, but not for one of its answers, may be out of date: another tab or click sent the form a
 * moment ago, or the earlier answers are gone. Then the visitor is told on a step that can be shown.
 */
async function recheckStep(
  api: SiteContext['api'],
  form: IntakeForm,
  step: string,
  problems: Extract<Outcome, { kind: 'problems' }>,
): Promise<Posted | { kind: 'sent'; reference: string; shared: boolean }> {
  // A database that is away should not be waited for again.
  if (Object.keys(problems.errors).length > 0 || problems.status === 503) return problems;
  const page = await api.intake.open({ form: form.name, step });
  if (page.kind === 'elsewhere') {
    return { kind: 'go', to: stepPath(form, page.step, { detour: page.moved ? 'moved' : 'lost' }) };
  }
  return page.kind === 'sent' ? page : problems;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
