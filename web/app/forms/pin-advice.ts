import { brokenDeclaredRules, fieldsLookedAt } from '@claimdesk/forms/declared-rules';
import type { Answers, DeclaredRule, FieldUi, WidgetName } from '@claimdesk/forms/definition';
import { normalizeValue } from '@claimdesk/forms/tidy';
import type { TypedAnswers } from './typed-answers.ts';

/** Whether a rule is kept; open while that can't be said yet. */
export type Advice = 'open' | 'kept' | 'broken';

/**
 * What a rule of a PIN says about what is typed so far. It is open until the PIN has its four digits, and until what it
 * looks at is whole: no verdict on half a number.
 */
export function adviseOn(rule: DeclaredRule, pin: string, typed: TypedAnswers): Advice {
  const looked = fieldsLookedAt(rule).map((name) => [name, wholeAnswer(name, typed)] as const);
  const answers: Answers = Object.fromEntries([[pin, typed.answers[pin]], ...looked]);
  if (!/^\d{4}$/.test(String(answers[pin])) || looked.some(([, answer]) => answer === undefined))
    return 'open';
  const field = { [pin]: { rules: [rule] } as unknown as FieldUi };
  // No rule of a PIN looks at today.
  return brokenDeclaredRules(field, { answers, today: '' }).length > 0 ? 'broken' : 'kept';
}

function wholeAnswer(name: string, { answers, uiSchema }: TypedAnswers): string | undefined {
  const widget = uiSchema[name]?.['ui:widget'] as WidgetName | undefined;
  const answer = String(normalizeValue({ type: 'string' }, { widget } as FieldUi, answers[name]) ?? '');
  const whole = widget === 'ssn' ? /^\d{9}$/ : widget === 'date' ? /^\d{4}-\d\d-\d\d$/ : /./;
  return whole.test(answer) ? answer : undefined;
}
