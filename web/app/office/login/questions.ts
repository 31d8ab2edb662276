import type { PlainQuestion } from '#web/app/ui/forms/plain-fields.tsx';
import '#web/app/ui/forms/widgets.css';

/** What the pages that sign in ask. They post natively, and the server alone checks the answers. */
export const emailQuestion: PlainQuestion = {
  name: 'email',
  title: 'Email address',
  widget: 'email',
  optional: false,
  autocomplete: 'username',
};

/** A recovery code has letters, so the field takes text. */
export const codeQuestion: PlainQuestion = {
  name: 'code',
  title: 'Code',
  hint: 'Without your phone, type one of your recovery codes.',
  widget: 'text',
  optional: false,
  autocomplete: 'one-time-code',
};

export function passwordQuestion(title: string, more: Partial<PlainQuestion> = {}): PlainQuestion {
  const autocomplete = 'current-password';
  return { name: 'password', title, widget: 'password', optional: false, autocomplete, ...more };
}
