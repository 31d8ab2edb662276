import type { Answers, FieldErrors, FieldMessages, FieldUi, ToastWords } from './definition.ts';

/** What a validator found, freed of its own words: which field, which rule, and the rule's number if it has one. */
export interface BrokenRule {
  /** The field's name, and within a group or list what follows it; empty when it concerns no single field. */
  path: readonly string[];
  /** JSON Schema keyword; 'characters', 'date' or 'digits' for what holds of every text; or 'rule' for a declared one. */
  keyword: string;
  limit?: number | undefined;
  /** In place of the field's words for the keyword: of a declared rule, or where the sentence says more than the keyword does. */
  message?: string;
}

export interface AjvError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** What `describeProblem` needs to know of a form, or of one of its steps: see `problemWords` in `ui-schema.ts`. */
export interface ProblemWords {
  errorTitle: string;
  errorText: string;
  fields: Readonly<Record<string, ToastWords & { rules?: readonly (ToastWords & { message: string })[] }>>;
}

export const unreadableAnswers = 'We could not read your answers. Reload the page and try again.';

/**
 * The first of these that is broken is the one worth telling: a wrong type makes every later rule noise. Others follow,
 * and what `ui.json` declares is told last.
 */
const weight = [
  'required',
  'type',
  'date',
  'digits',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'format',
  'pattern',
];

/** Widgets whose parts are all wrong in one way: no date is too long or of a wrong format, it is just no date. */
const oneWay: Partial<Record<FieldUi['widget'], keyof FieldMessages>> = {
  date: 'format',
  checkbox: 'required',
};

/**
 * @returns the rules that AJV's errors stand for. The error of an `if` is left out: it only repeats that something in
 * the branch taken is wrong.
 */
export function toBrokenRules(errors: readonly AjvError[]): BrokenRule[] {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ keyword, instancePath, params }) => {
      const path = instancePath.split('/').slice(1);
      if (keyword === 'required') path.push(String(params.missingProperty));
      return { path, keyword, limit: typeof params.limit === 'number' ? params.limit : undefined };
    });
}

/** @returns one sentence that says what to do: the form's own words, else general ones that name the field. */
export function messageFor(
  { keyword, limit, message }: Omit<BrokenRule, 'path'>,
  { messages = {}, shortTitle, widget }: FieldUi,
): string {
  if (message) return message;
  const chosen = widget === 'choice' || widget === 'yes-no' || widget === 'select';
  const own = [keyword, keyword === 'required' ? undefined : oneWay[widget]]
    .filter((key) => key !== undefined && Object.hasOwn(messages, key))
    .map((key) => messages[key as keyof FieldMessages])
    .find(Boolean);
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
    case 'characters':
      return `Check your answer for hidden characters: ${shortTitle}`;
    default:
      return `Check your answer: ${shortTitle}`;
  }
}

/**
 * @param fields the form's fields, and
 * @param order their names in the order of the page.
 * @returns one sentence per broken field, in that order, under the field's name, or `group.0.field` within a group;
 * what belongs to no field comes last, under ''.
 */
export function describeErrors(
  broken: Iterable<BrokenRule>,
  fields: Readonly<Record<string, FieldUi>>,
  order: readonly string[],
): FieldErrors {
  const first = new Map<string, { rule: BrokenRule; place: Place }>();
  for (const rule of broken) {
    const place = placeOf(rule.path, fields, order);
    const known = first.get(place.key);
    if (!known || rank(rule) < rank(known.rule)) first.set(place.key, { rule, place });
  }
  const inOrder = [...first.values()].sort((a, b) => comparePlaces(a.place, b.place));
  return Object.fromEntries(
    inOrder.map(({ rule, place }) => [
      place.key,
      place.field ? messageFor(rule, place.field) : unreadableAnswers,
    ]),
  );
}

/** @returns the sentence for answers to questions that the form does not have. */
export function describeUnknown(names: readonly string[]): string {
  // Only what could be a field's name is repeated to the sender; anything else is not worth showing.
  const shown = names.filter((name) => /^[a-z][a-z0-9_]{0,39}$/i.test(name)).slice(0, 3);
  const which = shown.length > 0 ? ` (${shown.join(', ')})` : '';
  return `You sent an answer to a question that is not on this form${which}. Reload the page and try again.`;
}

/**
 * The title and text of the toast and the error summary for these errors.
 *
 * @param answers what was answered, as it was typed: where all is filled in, nobody is told to fill it in.
 * @returns the words of the fields' own where all of them go under one title ('Agreement Required'); the
 * form's where something is missing; else how many answers have to be changed.
 */
export function describeProblem(
  words: ProblemWords,
  errors: FieldErrors,
  answers: unknown,
): { title: string; text: string } {
  const own = Object.entries(errors).map(([name, message]) => {
    const field = Object.hasOwn(words.fields, name) ? words.fields[name] : undefined;
    const rule = field?.rules?.find((each) => each.message === message && each.errorTitle);
    return rule
      ? { title: rule.errorTitle, text: rule.errorText ?? message }
      : { title: field?.errorTitle, text: field?.errorText ?? message };
  });
  const [title, ...others] = new Set(own.map((each) => each.title));
  if (title !== undefined && others.length === 0)
    return { title, text: [...new Set(own.map(({ text }) => text))].join(' ') };
  const named = Object.keys(errors).filter((name) => name !== '');
  return named.some((name) => isMissing(answers, name.split('.')))
    ? { title: words.errorTitle, text: words.errorText }
    : describeWrong(named.length, errors);
}

function describeWrong(count: number, errors: FieldErrors): { title: string; text: string } {
  const title = 'Please Check Your Answers';
  if (count === 0 && errors['']) return { title, text: errors[''] };
  return { title, text: `Please fix ${count === 1 ? 'one answer' : `${count} answers`}.` };
}

/** @param path a field's name; within a group the row and the name of the question follow it. */
function isMissing(answers: unknown, path: readonly string[]): boolean {
  const value = path.reduce<unknown>(
    (within, name) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, name)
        ? (within as Answers)[name]
        : undefined,
    answers,
  );
  if (typeof value === 'string') return value.trim() === '';
  return (
    value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
  );
}

interface Place {
  key: string;
  /** Missing where the path leads to no field of ours. */
  field?: FieldUi;
  /** Position on the page, in its group's rows, and in the row. */
  at: readonly [number, number, number];
}

function placeOf(
  [name = '', row = '', inner = '']: readonly string[],
  fields: Readonly<Record<string, FieldUi>>,
  order: readonly string[],
): Place {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const at = order.indexOf(name);
  if (!field || at < 0) return { key: '', at: [order.length, 0, 0] };
  const questions = field.widget === 'group' ? (field.fields ?? {}) : {};
  const question = Object.hasOwn(questions, inner) ? questions[inner] : undefined;
  if (!question) return { key: name, field, at: [at, -1, 0] };
  const position: Place['at'] = [at, Number(row), Object.keys(questions).indexOf(inner)];
  return { key: `${name}.${row}.${inner}`, field: question, at: position };
}

function comparePlaces({ at: a }: Place, { at: b }: Place): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function rank({ keyword }: BrokenRule): number {
  if (keyword === 'rule') return weight.length + 1;
  const at = weight.indexOf(keyword);
  return at < 0 ? weight.length : at;
}
