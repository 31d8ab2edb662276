import { militaryStates, states } from './states.ts';
import { definitionVersion } from './version.ts';

/** The part of JSON Schema draft-07 that forms are written in. `forms:check` refuses anything it can't account for. */
export interface JsonSchema {
  type?: string;
  title?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  pattern?: string;
  format?: string;
  /** Kept so that old answers stay readable; no longer asked. */
  deprecated?: boolean;
  allOf?: readonly ConditionSchema[];
  [keyword: string]: unknown;
}

/** When a question is asked: the branch taken says which fields are `false` (not asked) or required. */
export interface ConditionSchema {
  if: JsonSchema;
  then?: ConditionBranch;
  else?: ConditionBranch;
}

export interface ConditionBranch {
  required?: readonly string[];
  properties?: Record<string, boolean>;
}

/** How a question is asked; `decode.ts` says what each of them posts. */
export type WidgetName =
  | 'yes-no'
  | 'choice'
  | 'select'
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'zip'
  /** Text that is only asked for in Puerto Rico: a page shows it while "PR" is chosen, or while it holds text. */
  | 'urbanization'
  | 'number'
  /** Several short texts, typed with commas between them. */
  | 'list'
  | 'checkbox'
  /** Month, day and year, in a field each. */
  | 'date'
  /** A time of day, `HH:MM` of 24 hours. */
  | 'time'
  | 'ssn'
  | 'pin'
  | 'password'
  /** Rows of questions; a visitor adds and removes rows. */
  | 'group';

/** Our words for what is wrong, by JSON Schema keyword; a keyword without one falls back to `messages.ts`. */
export interface FieldMessages {
  required?: string;
  type?: string;
  enum?: string;
  minLength?: string;
  maxLength?: string;
  pattern?: string;
  format?: string;
  const?: string;
  minimum?: string;
  maximum?: string;
  minItems?: string;
  maxItems?: string;
  uniqueItems?: string;
  /** Hidden characters, see `text-rules.ts`. */
  characters?: string;
}

/** The title and text of the toast and the error summary. */
export interface ToastWords {
  errorTitle?: string;
  errorText?: string;
}

/**
 * What JSON Schema can't say: rules between fields, and rules about today. They are checked where the field itself is
 * right and what they look at was answered, in their order, and the first broken one is told; see `declared-rules.ts`.
 */
export type DeclaredRule = ToastWords & {
  message: string;
  /** The rule in a few words, for a list of rules beside the field. */
  advice?: string;
} & (
    | { rule: 'same-as'; field: string }
    /** The other fields' texts one after the other, in their order or the other way round; see `foldText`. */
    | { rule: 'same-text-as'; fields: readonly string[] }
    | { rule: 'not-year-of'; field: string }
    | { rule: 'not-end-of'; field: string }
    | { rule: 'none-of'; values: readonly string[] }
    | { rule: 'not-one-character' }
    /** Of a state: military mail has both a military state and a military city, other mail has neither. */
    | { rule: 'needs-military-city'; field: string }
    | { rule: 'not-for-military-city'; field: string }
    /** A number that Social Security could have given out. */
    | { rule: 'possible-ssn' }
    | { rule: 'not-before'; date: string }
    | { rule: 'not-after-today' }
    | { rule: 'years-ago'; years: number }
  );

export interface FieldUi extends ToastWords {
  /** The full question, as the visitor reads it. */
  title: string;
  /** Two or three words for lists, answer summaries and exports. */
  shortTitle: string;
  hint?: string;
  widget: WidgetName;
  /** Label by stored value; a `yes-no` field has its own. In the file also the name of one of `sharedOptions`. */
  options?: Record<string, string>;
  optional?: boolean;
  /** HTML autofill token. */
  autocomplete?: string;
  /** Staff see the last four characters; emails, prints and exports say only that it was given. */
  masked?: boolean;
  /** Never shown, printed or exported. */
  secret?: boolean;
  /** How the text is written before it is checked and stored, besides what its widget does (see `normalizeValue`). */
  normalize?: 'lower-case';
  rules?: readonly DeclaredRule[];
  messages?: FieldMessages;
  /** Of a group: the questions of one row. */
  fields?: Readonly<Record<string, FieldUi>>;
  /** Of a group: what one row is called ("Job"), and the words on its buttons. */
  itemTitle?: string;
  addLabel?: string;
  removeLabel?: string;
}

export interface StepUi {
  /** Its URL segment. */
  id: string;
  /** Those that it had in earlier releases: pages that are still open post under them. */
  aliases?: readonly string[];
  title: string;
  fields: readonly string[];
  /** Choosing an answer opens the next step. */
  autoAdvance?: boolean;
}

export interface FormUi {
  /** The meta-schema for editors. */
  $schema?: string;
  title: string;
  steps: readonly StepUi[];
  fields: Readonly<Record<string, FieldUi>>;
  /** Fields that the back office's table shows, in order. */
  list: readonly string[];
  submit: { label: string };
  errorTitle: string;
  errorText: string;
  submitErrorTitle: string;
  submitErrorText: string;
  successTitle: string;
  successText: string;
}

export interface FormDefinition {
  form: string;
  /** Content hash, see `version.ts`. */
  version: string;
  schema: JsonSchema;
  ui: FormUi;
}

export type Answers = Record<string, unknown>;

/** One sentence per field; the key '' is for what belongs to no field. */
export type FieldErrors = Record<string, string>;

/** The lists that several forms offer, by the name that stands for one in `ui.json`. */
export const sharedOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  states,
  'states-and-military': { ...states, ...militaryStates },
};

/**
 * Puts a definition together from its two files, with each list that a field names in its place: then the copy that is kept
 * with answers says by itself what was offered.
 *
 * Node only, because of the hash; browser code gets the finished definition from its loader and imports types from
 * here.
 *
 * @param schema content of a `schema.json` and
 * @param ui of a `ui.json`; that they fit together is the business of `forms:check`.
 */
export function defineForm(form: string, schema: unknown, ui: unknown): FormDefinition {
  const whole = withSharedOptions({ schema: schema as JsonSchema, ui: ui as FormUi });
  return { form, version: definitionVersion(whole.schema, whole.ui), ...whole };
}

function withSharedOptions({ schema, ui }: Pick<FormDefinition, 'schema' | 'ui'>) {
  const properties = { ...schema.properties };
  const fields = { ...ui.fields };
  for (const [name, field] of Object.entries(fields)) {
    const list: unknown = field.options;
    if (typeof list !== 'string' || !Object.hasOwn(sharedOptions, list)) continue;
    fields[name] = { ...field, options: { ...sharedOptions[list] } };
    properties[name] = { ...properties[name], enum: Object.keys(sharedOptions[list] ?? {}) };
  }
  return { schema: { ...schema, properties }, ui: { ...ui, fields } };
}
