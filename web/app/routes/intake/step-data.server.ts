import { problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import type { SiteContext } from '../../context.ts';

type StepPage = Extract<Awaited<ReturnType<SiteContext['api']['intake']['open']>>, { kind: 'step' }>;

/**
 * What the page of one step is drawn from: only that step's part of the definition, so that the page stays small.
 *
 * @param change the visitor goes back to the list of answers after this step.
 * @param lost the visitor's earlier answers were not found, so this step came up instead of another.
 */
export function presentStep(
  { definition, step, ...page }: StepPage,
  { change, lost }: { change: boolean; lost: boolean },
) {
  const { ui } = definition;
  const [field] = step.fields;
  // A box has its words beside it, so its page needs another heading.
  const single = step.fields.length === 1 && field !== undefined && ui.fields[field]?.widget !== 'checkbox';
  return {
    form: page.form,
    formTitle: ui.title,
    step: step.id,
    /** The heading of the page: its question if there is only one, the form's title if this is all of the form. */
    heading: (single && ui.fields[field]?.title) || (page.total > 1 ? step.title : ui.title),
    single,
    /** All there is to do is to choose one answer. */
    oneChoice: single && ['yes-no', 'choice', 'select'].includes(ui.fields[field]?.widget ?? ''),
    autoAdvance: step.autoAdvance ?? false,
    number: page.number,
    total: page.total,
    previous: page.previous,
    schema: stepSchema(definition, step.id, new Set(page.hidden)),
    uiSchema: toUiSchema(definition, step.id),
    values: page.values,
    earlier: page.earlier,
    review: page.review,
    challenge: page.challenge,
    token: page.token,
    change,
    lost,
    submitLabel: page.review ? ui.submit.label : 'Continue',
    invalid: problemWords(definition, step.id),
    unsent: { title: ui.submitErrorTitle, text: ui.submitErrorText },
  };
}

export type StepData = ReturnType<typeof presentStep>;
