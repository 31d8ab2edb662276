import { intakes } from '@claimdesk/forms/intakes';

/** Every form that visitors fill in step by step, as its pages present it. */
export const intakeForms = intakes.map(({ form, path, startsWithStep, site }) => ({
  /** The name of its definition. */
  name: form,
  /** The path of the form; all its pages are below it. */
  startPath: path,
  startsWithStep,
  ...site,
}));

export type IntakeForm = (typeof intakeForms)[number];

/** @throws RangeError for a form that visitors do not fill in step by step. */
export function intakeFormOf(name: IntakeForm['name']): IntakeForm {
  const form = intakeForms.find((each) => each.name === name);
  if (!form) throw new RangeError(`There are no pages for the form ${name}.`);
  return form;
}

/**
 * @param path of any page of a form, such as `/free-case-evaluation/age-range`.
 * @throws RangeError for a path that belongs to no form.
 */
export function formAt(path: string): IntakeForm {
  const form = intakeForms.find(({ startPath }) => path === startPath || path.startsWith(`${startPath}/`));
  if (!form) throw new RangeError('There is no form at this address.');
  return form;
}
