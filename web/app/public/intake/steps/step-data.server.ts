import { longDate } from '@claimdesk/forms/calendar';
import { problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import { isWriteOnly } from '@claimdesk/forms/write-only';
import type { UiSchema } from '@rjsf/utils';
import type { SiteContext } from '#web/app/context.ts';
import type { Detour } from '#web/app/public/intake/addresses.ts';
import { formAt, type IntakeForm } from '#web/app/public/intake/intake-forms.ts';
import type { Outputs } from '#web/app/trpc.ts';

export type StepPage = Extract<Awaited<ReturnType<SiteContext['api']['intake']['open']>>, { kind: 'step' }>;

/** What a step's page shows that is not in its form's definition. */
interface StepContext {
  /** The page's own address, without its query. */
  path: string;
  /** Whether the visitor returns to the list of answers after this step. */
  change: boolean;
  /** Why this step is shown instead of another. */
  detour: Detour | null;
  firmName: string;
  /** The contract, where it is signed. */
  agreement: Outputs['contracts']['agreement'] | null;
  /** Whether the visitor is a client whose contract we have. */
  isRepresented: boolean;
  /** Whether the page has a box for private notes. */
  notes: boolean;
  /** Whether the editors' text is shown above the form, and its heading. */
  words: { heading: string | null } | null;
}

/** The data of one step's page: only that step's part of the definition, so that the page stays small. */
export function presentStep(
  { definition, step, ...page }: StepPage,
  { change, detour, ...context }: StepContext,
) {
  const { ui } = definition;
  const [field] = step.fields;
  // A checkbox has its label beside it, so its page needs another heading.
  const single = step.fields.length === 1 && field !== undefined && ui.fields[field]?.widget !== 'checkbox';
  return {
    form: page.form,
    intake: presentIntake(formAt(context.path)),
    formTitle: ui.title,
    step: step.id,
    /** The page's heading: the question if there is only one, the form's title if the form has only this step. */
    heading: (single && ui.fields[field]?.title) || (page.total > 1 ? step.title : ui.title),
    single,
    /** Whether choosing one answer is all there is to do. */
    oneChoice: single && ['yes-no', 'choice', 'select'].includes(ui.fields[field]?.widget ?? ''),
    autoAdvance: step.autoAdvance ?? false,
    number: page.number,
    total: page.total,
    previous: page.previous,
    schema: stepSchema(definition, step.id, new Set(page.hidden)),
    uiSchema: page.shared
      ? withoutAutofill(toUiSchema(definition, step.id))
      : toUiSchema(definition, step.id),
    values: page.values,
    given: page.given,
    /** Fields that are never autosaved, only sent with Continue. */
    secret: step.fields.filter((name) => {
      const each = ui.fields[name];
      return each && isWriteOnly(each);
    }),
    earlier: page.earlier,
    review: page.review,
    needsProof: page.needsProof,
    challenge: page.challenge,
    token: page.token,
    change,
    detour,
    ...context,
    continueAt: page.continueAt,
    /** Whether the visitor uses a shared computer; asked on the first page. */
    shared: page.shared,
    referral: page.referral,
    letter: page.letter && { ...page.letter, text: longDate(page.letter.date) },
    notices: page.notices,
    submitLabel: page.review ? ui.submit.label : 'Continue',
    invalid: problemWords(definition, step.id),
    unsent: { title: ui.submitErrorTitle, text: ui.submitErrorText },
  };
}

/** @returns what the page says that all steps of a form have in common, so that the browser loads the words of no other form. */
function presentIntake({ name, startPath, startsWithStep, stepWord, introduction, review }: IntakeForm) {
  return { name, startPath, startsWithStep, stepWord, introduction, review };
}

/** On a shared computer the browser must not offer others what was typed here. */
function withoutAutofill(fields: UiSchema): UiSchema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, 'ui:autocomplete': 'off' }]),
  );
}

export type StepData = ReturnType<typeof presentStep>;
export type StepIntake = StepData['intake'];
