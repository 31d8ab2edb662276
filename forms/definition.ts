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

export type WidgetName = 'yes-no' | 'choice' | 'text' | 'email' | 'phone' | 'zip';

/** Our words for what is wrong, by JSON Schema keyword; a keyword without one falls back to `messages.ts`. */
export interface FieldMessages {
  required?: string;
  type?: string;
  enum?: string;
  minLength?: string;
  maxLength?: string;
  pattern?: string;
  format?: string;
}

export interface FieldUi {
  /** The full question, as the visitor reads it. */
  title: string;
  /** Two or three words for lists, answer summaries and exports. */
  shortTitle: string;
  hint?: string;
  widget: WidgetName;
  /** Label by stored value; a `yes-no` field has its own. */
  options?: Record<string, string>;
  optional?: boolean;
  /** HTML autofill token. */
  autocomplete?: string;
  /** Stored encrypted. */
  sealed?: boolean;
  messages: FieldMessages;
}

export interface StepUi {
  /** Its URL segment. */
  id: string;
  title: string;
  fields: readonly string[];
  /** A click on an answer goes on to the next step by itself. */
  autoAdvance?: boolean;
}

export interface FormUi {
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

/**
 * Puts a definition together from its two files, or from the copy that was kept with old answers.
 *
 * Node only, because of the hash; browser code gets the finished definition from its loader and imports types from here.
 *
 * @param schema content of a `schema.json` and
 * @param ui of a `ui.json`; that they fit together is the business of `forms:check`.
 */
export function defineForm(form: string, schema: unknown, ui: unknown): FormDefinition {
  return { form, version: definitionVersion(schema, ui), schema: schema as JsonSchema, ui: ui as FormUi };
}
