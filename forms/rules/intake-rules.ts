import type { ReviewedIntake } from '../define-intake.ts';
import type { FormDefinition } from '../definition.ts';
import { type Intake, intakes } from '../intakes.ts';

const words = /^[a-z]+(-[a-z]+)*$/;

/**
 * Rules for a public form's `intake.ts`, and that its questions fit it.
 *
 * @param all every public form; those of the product unless a test says otherwise.
 * @returns one sentence per fault; none for a form that is no public one.
 */
export function findIntakeFaults(
  { form, schema }: Pick<FormDefinition, 'form' | 'schema'>,
  all: readonly (Intake | ReviewedIntake)[] = intakes,
): string[] {
  const intake = all.find((each) => each.form === form);
  if (!intake) return [];
  const faults = [];
  const { path, queue, site } = intake;
  if (!words.test(path.slice(1)))
    faults.push(`The address "${path}" must be lower-case words joined by "-".`);
  const others = all.filter((each) => each !== intake);
  if (others.some((each) => each.path === path)) faults.push(`Another form has the address "${path}" too.`);
  for (const { when, title } of site.notices ?? [])
    if (!schema.properties?.[when.field]?.enum?.includes(when.is))
      faults.push(
        `The notice "${title}" is for the answer "${when.is}" to "${when.field}", which nobody can give.`,
      );
  if (!queue) return faults;
  if (!words.test(queue.path.slice('/admin/'.length)))
    faults.push(`The address "${queue.path}" must be lower-case words joined by "-", below /admin/.`);
  if (!/^[a-z][a-zA-Z]*$/.test(queue.name))
    faults.push(`The queue's name "${queue.name}" must be letters, the first of them small.`);
  for (const key of ['name', 'collection', 'path'] as const)
    if (others.some((each) => each.queue?.[key] === queue[key]))
      faults.push(`Another queue has the ${key} "${queue[key]}" too.`);
  if (intake.email && !schema.required?.includes('email'))
    faults.push('Its sender gets a confirmation, so it must ask for "email", and not as optional.');
  const letter = queue.letterField;
  if (letter !== undefined && schema.properties?.[letter]?.format !== 'date')
    faults.push(`The date on a letter is the answer to "${letter}", so that must be a question for a date.`);
  const names = ['name', 'first_name', 'last_name'];
  if (!names.some((name) => schema.required?.includes(name)))
    faults.push(
      'Staff know its sender by name, so it must ask for "name", or for "first_name" and "last_name".',
    );
  return faults;
}
