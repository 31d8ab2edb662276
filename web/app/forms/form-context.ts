import type { DeclaredRule } from '@claimdesk/forms/definition';
import type { RJSFSchema } from '@rjsf/utils';

/** What our templates know of the page around them. */
export interface FormContext {
  /** The question of a one-question page is its heading. */
  heading: boolean;
  /** What stands in place of an answer that is stored and never handed back, by field. */
  given: Readonly<Record<string, string>>;
}

/** What a widget draws its input from. */
export interface WidgetProps {
  id: string;
  /** In a native post. */
  name: string;
  schema: RJSFSchema;
  /** The answer so far; what was typed where that is no answer. */
  value: unknown;
  title: string;
  options: WidgetOptions;
  required: boolean;
  wrong: boolean;
  /** What is wrong. */
  error: string | undefined;
  /** The ids of the hint and the error. */
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
}

/** Beyond rjsf's own: what `toUiSchema` says about a field. */
export interface WidgetOptions {
  autocomplete?: string;
  optional?: boolean;
  /** Label by value. */
  enumNames?: Record<string, string>;
  /** What `ui.json` declares about a PIN. */
  rules?: readonly DeclaredRule[];
}
