import { brokenDeclaredRules, fieldsLookedAt } from '@claimdesk/forms/declared-rules';
import type { Answers, DeclaredRule, FieldUi, WidgetName } from '@claimdesk/forms/definition';
import { normalizeValue } from '@claimdesk/forms/normalize';
import { type TypedAnswers, useTypedAnswers } from './typed-answers.ts';

const prefixes = { open: '', kept: 'Done: ', broken: 'Not yet: ' };

/** A checklist of the PIN rules that updates while typing; without JavaScript it is a plain list. */
export function PinRules({ id, name, rules }: { id: string; name: string; rules: readonly DeclaredRule[] }) {
  const typed = useTypedAnswers();
  const checked = rules.map((rule) => ({ rule, advice: adviseOn(rule, name, typed) }));
  const broken = checked.filter(({ advice }) => advice === 'broken');
  const kept = checked.every(({ advice }) => advice === 'kept');
  return (
    <>
      <ul className="pin-rules" id={id}>
        {checked.map(({ rule, advice }) => (
          <li key={rule.message} className={advice}>
            <span>
              <span className="visually-hidden">{prefixes[advice]}</span>
              {rule.advice}
            </span>
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {kept ? 'This PIN follows the rules.' : broken.map(({ rule }) => rule.message).join(' ')}
      </span>
    </>
  );
}

/** Whether a rule is met; open while that can't be decided yet. */
type Advice = 'open' | 'kept' | 'broken';

/**
 * Checks a PIN rule against what is typed so far. The result is open until the PIN has four digits and the fields that
 * the rule compares it with are complete.
 */
export function adviseOn(rule: DeclaredRule, pin: string, typed: TypedAnswers): Advice {
  const compared = fieldsLookedAt(rule).map((name) => [name, completeAnswer(name, typed)] as const);
  const answers: Answers = Object.fromEntries([[pin, typed.answers[pin]], ...compared]);
  if (!/^\d{4}$/.test(String(answers[pin])) || compared.some(([, answer]) => answer === undefined))
    return 'open';
  const field = { [pin]: { rules: [rule] } };
  // No PIN rule depends on today's date.
  return brokenDeclaredRules(field, { answers, today: '' }).length > 0 ? 'broken' : 'kept';
}

function completeAnswer(name: string, { answers, uiSchema }: TypedAnswers): string | undefined {
  const widget = uiSchema[name]?.['ui:widget'] as WidgetName | undefined;
  const answer = String(normalizeValue({ type: 'string' }, { widget } as FieldUi, answers[name]) ?? '');
  const complete = widget === 'ssn' ? /^\d{9}$/ : widget === 'date' ? /^\d{4}-\d\d-\d\d$/ : /./;
  return complete.test(answer) ? answer : undefined;
}
