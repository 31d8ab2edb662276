import type { CalculatorAnswer, Results } from '#web/app/ui/components/answer.ts';
import { CheckQuestion, ChoiceQuestion, NumberQuestion } from './questions.tsx';
import { Amounts, AnEstimate, Finding, less, money, Rule, WhatNext } from './result-parts.tsx';

const people = [
  { value: 'one', label: 'One person' },
  { value: 'couple', label: 'A couple, and both can get SSI' },
];

export function SsiQuestions({ answer }: { answer: CalculatorAnswer }) {
  return (
    <>
      <ChoiceQuestion name="who" label="Who is it for?" choices={people} answer={answer} />
      <NumberQuestion
        name="wages"
        kind="dollars"
        label="Wages in a month, before taxes"
        hint="In dollars. Leave it empty if there are none."
        answer={answer}
      />
      <NumberQuestion
        name="other"
        kind="dollars"
        label="Other income in a month"
        hint="Such as SSDI, a pension or unemployment. In dollars. Leave out SNAP (food stamps). Leave it empty if there is none."
        answer={answer}
      />
      <CheckQuestion
        name="home"
        label="I live in another person’s home, and they give me the room and all my meals"
        hint="Check it only if you do not pay your fair share. Do not check it if you live only with your husband, wife or young children."
        answer={answer}
      />
    </>
  );
}

export function SsiResult({ result }: { result: Results['ssi'] }) {
  const { payment, rate, reduction, counted, couple, year, resourceLimit, workLimit } = result;
  return (
    <>
      <Finding
        calculator="ssi"
        title={payment > 0 ? 'Your federal SSI would be about' : 'This income is too high for federal SSI'}
        {...(payment > 0 ? { value: `${money(payment)} a month` } : {})}
      >
        {payment > 0 ? null : (
          <p>
            A month with less income may be different. If your income is only a little too high, New Jersey’s
            own amount may still be paid, and Medicaid with it. Ask Social Security.
          </p>
        )}
        {workLimit ? (
          <p>
            {couple
              ? `If one of you earns more than ${workLimit.value} a month (${workLimit.year}) and applies`
              : `You earn more than ${workLimit.value} a month (${workLimit.year}). If you apply`}{' '}
            because of a disability other than blindness, the answer is almost always no (
            <Rule number="20 CFR 416.920" />
            ).
          </p>
        ) : null}
        <AnEstimate />
      </Finding>
      <h3>How we counted</h3>
      <CountedIncome result={result} />
      <Amounts
        rows={[
          [`The most federal SSI pays ${couple ? 'a couple' : 'one person'} in ${year}`, money(rate)],
          reduction > 0 ? ['Less a third, for the home and the meals', less(reduction)] : null,
          ['Less the income that counts', less(counted)],
          ['Federal SSI a month', money(payment)],
        ]}
      />
      <p>
        The rules are in <Rule number="20 CFR 416.1112" /> (wages), <Rule number="20 CFR 416.1124" /> (other
        income) and <Rule number="20 CFR 416.1131" /> (home and meals).
      </p>
      <ul>
        <li>
          What you own counts too. {couple ? 'A couple' : 'One person'} may have {resourceLimit} at most. The
          home you live in and one car do not count.
        </li>
        <li>
          New Jersey adds a small amount of its own, which we did not count. Ask Social Security how much at{' '}
          <a href="tel:+18007721213">1-800-772-1213</a> <span className="nowrap">(TTY 1-800-325-0778).</span>
        </li>
      </ul>
      <WhatNext>We can check your income and what you own with you.</WhatNext>
    </>
  );
}

/** What is left out of each kind of income, in the order of the rules. */
function CountedIncome({ result }: { result: Results['ssi'] }) {
  const {
    earned,
    unearned,
    unearnedLeftOut,
    countedUnearned,
    generalLeftOut,
    wagesLeftOut,
    half,
    countedEarned,
  } = result;
  if (earned === 0 && unearned === 0) return <p>You entered no income, so we took nothing off.</p>;
  return (
    <>
      {unearned > 0 ? (
        <Amounts
          rows={[
            ['Other income', money(unearned)],
            ['Less the first $20 of any income', less(unearnedLeftOut)],
            ['Other income that counts', money(countedUnearned)],
          ]}
        />
      ) : null}
      {earned > 0 ? (
        <Amounts
          rows={[
            ['Wages', money(earned)],
            generalLeftOut > 0
              ? [
                  unearned > 0 ? 'Less what is left of the $20' : 'Less the first $20 of any income',
                  less(generalLeftOut),
                ]
              : null,
            ['Less the first $65 of wages', less(wagesLeftOut)],
            ['Less half of the rest', less(half)],
            ['Wages that count', money(countedEarned)],
          ]}
        />
      ) : null}
    </>
  );
}
