import type { DeclaredRule } from '@claimdesk/forms/definition';
import { adviseOn } from './pin-advice.ts';
import { useTypedAnswers } from './typed-answers.ts';

const marks = { open: '', kept: 'Done: ', broken: 'Not yet: ' };

/** The rules of a PIN as a list that ticks them off while somebody types; without script it is just the list. */
export function PinRules({ id, name, rules }: { id: string; name: string; rules: readonly DeclaredRule[] }) {
  const typed = useTypedAnswers();
  const listed = rules.map((rule) => ({ rule, advice: adviseOn(rule, name, typed) }));
  const broken = listed.filter(({ advice }) => advice === 'broken');
  const kept = listed.every(({ advice }) => advice === 'kept');
  return (
    <>
      <ul className="pin-rules" id={id}>
        {listed.map(({ rule, advice }) => (
          <li key={rule.message} className={advice}>
            <span>
              <span className="visually-hidden">{marks[advice]}</span>
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
