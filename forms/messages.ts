import type { FieldErrors, FieldMessages, FieldUi } from './definition.ts';

/** What a validator found, freed of its own words: which field, which rule, and the rule's number if it has one. */
export interface BrokenRule {
  /** '' when it concerns no single field. */
  field: string;
  /** JSON Schema keyword. */
  keyword: string;
  limit?: number | undefined;
}

/** An error as AJV reports it. */
export interface AjvError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

export const unreadableAnswers = 'We could not read your answers. Reload the page and try again.';

/** The first of these that is broken is the one worth telling: a wrong type makes every later rule noise. */
const weight = ['required', 'type', 'enum', 'const', 'minLength', 'maxLength', 'format', 'pattern'];

/**
 * @returns the rules that AJV's errors stand for; those inside a list or group count as the field's own. The error of an
 * `if` is left out: it only repeats that something in the branch taken is wrong.
 */
export function toBrokenRules(errors: readonly AjvError[]): BrokenRule[] {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ keyword, instancePath, params }) => {
      const [, top = ''] = instancePath.split('/');
      const field = top || (keyword === 'required' ? String(params.missingProperty) : '');
      return { field, keyword, limit: typeof params.limit === 'number' ? params.limit : undefined };
    });
}

/** @returns one sentence that says what to do: the form's own words, else general ones that name the field. */
export function messageFor({ keyword, limit }: Omit<BrokenRule, 'field'>, field: FieldUi): string {
  const { messages, shortTitle } = field;
  const chosen = field.widget === 'choice' || field.widget === 'yes-no';
  const own = Object.hasOwn(messages, keyword) ? messages[keyword as keyof FieldMessages] : undefined;
  if (own) return own;
  if (keyword === 'required' || keyword === 'type' || chosen)
    return messages.required ?? `${chosen ? 'Select' : 'Enter'}: ${shortTitle}`;
  switch (keyword) {
    case 'maxLength':
      return `${shortTitle} must be ${limit} characters or fewer`;
    case 'minLength':
      return `${shortTitle} must be ${limit} characters or more`;
    case 'minimum':
      return `${shortTitle} must be ${limit} or more`;
    case 'maximum':
      return `${shortTitle} must be ${limit} or less`;
    case 'maxItems':
      return `${shortTitle} must have at most ${limit}`;
    case 'minItems':
      return `${shortTitle} must have at least ${limit}`;
    case 'uniqueItems':
      return `${shortTitle} must not have the same entry twice`;
    default:
      return `Check your answer: ${shortTitle}`;
  }
}

/**
 * @param fields the form's fields, and
 * @param order their names in the order of the page.
 * @returns one sentence per broken field, in that order; what belongs to no field comes last, under ''.
 */
export function describeErrors(
  broken: Iterable<BrokenRule>,
  fields: Readonly<Record<string, FieldUi>>,
  order: readonly string[],
): FieldErrors {
  const first = new Map<string, BrokenRule>();
  for (const rule of broken) {
    const known = first.get(rule.field);
    if (!known || rank(rule) < rank(known)) first.set(rule.field, rule);
  }
  const errors: FieldErrors = {};
  for (const name of order) {
    const rule = first.get(name);
    const field = fields[name];
    if (rule && field) errors[name] = messageFor(rule, field);
    if (rule && field) first.delete(name);
  }
  if (first.size > 0) errors[''] = unreadableAnswers;
  return errors;
}

/** @returns the sentence for answers to questions that the form does not have. */
export function describeUnknown(names: readonly string[]): string {
  // Only what could be a field's name is repeated to the sender; anything else is not worth showing.
  const shown = names.filter((name) => /^[a-z][a-z0-9_]{0,39}$/i.test(name)).slice(0, 3);
  const which = shown.length > 0 ? ` (${shown.join(', ')})` : '';
  return `You sent an answer to a question that is not on this form${which}. Reload the page and try again.`;
}

function rank({ keyword }: BrokenRule): number {
  const at = weight.indexOf(keyword);
  return at < 0 ? weight.length : at;
}
