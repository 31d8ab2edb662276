import type { DeclaredRule } from '@claimdesk/forms/definition';
import type { RJSFSchema } from '@rjsf/utils';

/** What the page tells the templates of its form. */
export interface FormContext {
  /** Whether the question is the page's h1; true on pages with one question. */
  heading: boolean;
  /** By field: the text shown in place of a write-only answer that is already stored. */
  given: Readonly<Record<string, string>>;
}

export interface WidgetProps {
  id: string;
  /** The input's name in a native post. */
  name: string;
  schema: RJSFSchema;
  /** The answer so far, or the raw input if it doesn't parse as one. */
  value: unknown;
  title: string;
  options: WidgetOptions;
  required: boolean;
  wrong: boolean;
  error: string | undefined;
  /** The value of `aria-describedby`: the ids of the hint and the error. */
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
}

/** The options that `toUiSchema` sets for a field, in addition to rjsf's own. */
export interface WidgetOptions {
  autocomplete?: string;
  optional?: boolean;
  /** Labels by value. */
  enumNames?: Record<string, string>;
  /** A PIN's rules, from `ui.json`. */
  rules?: readonly DeclaredRule[];
}
