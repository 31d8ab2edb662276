import type { DeclaredRule } from '@claimdesk/forms/definition';
import { adviseOn } from './pin-advice.ts';
import { useTypedAnswers } from './typed-answers.ts';

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
