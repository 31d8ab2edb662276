import { longDate, longMonth } from '@claimdesk/forms/calendar';
import { type CalculatorAnswer, type Results, workPeriods } from '#web/app/ui/components/answer.ts';
import { FieldError } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { CheckQuestion, DateQuestion, inputId, NumberQuestion } from './questions.tsx';
import { AnEstimate, Finding, Rule, WhatNext } from './result-parts.tsx';

/** Social Security's own record of a person's credits. */
const statement = 'https://www.ssa.gov/myaccount/statement.html';

const ordinals = ['First', 'Second', 'Third', 'Fourth'];

export function LastInsuredQuestions({ answer }: { answer: CalculatorAnswer }) {
  const [, ...more] = workPeriods;
  const isOpen = more.some((number) => [`from-${number}`, `to-${number}`].some((name) => answer.typed[name]));
  return (
    <>
      <DateQuestion
        name="born"
        label="When were you born?"
        hint="Month and year are enough. For example, 5 1970."
        parts={['month', 'year']}
        answer={answer}
      />
      <WorkPeriod
        number={1}
        label="In which years did you work and pay Social Security taxes?"
        answer={answer}
      />
      <details className="more-work fold" open={isOpen}>
        <summary>I stopped for a year or more, and then worked again</summary>
        {more.map((number) => (
          <WorkPeriod
            key={number}
            number={number}
            label={`${ordinals[number - 1]} period of work (optional)`}
            answer={answer}
          />
        ))}
      </details>
      <CheckQuestion
        name="blind"
        label="I am legally blind"
        hint="Then you do not need recent work."
        answer={answer}
      />
    </>
  );
}

/** A first and a last year of work, and the credits of each of these years. */
function WorkPeriod({ number, label, answer }: { number: number; label: string; answer: CalculatorAnswer }) {
  const credits = `credits-${number}`;
  const problem = answer.faults?.[credits];
  return (
    <fieldset className="choice-group">
      <legend>{label}</legend>
      <div className="work-years">
        <NumberQuestion name={`from-${number}`} kind="year" label="First year" answer={answer} />
        <NumberQuestion name={`to-${number}`} kind="year" label="Last year" answer={answer} />
        <div className={problem ? 'field has-error' : 'field'}>
          <label htmlFor={inputId(credits)}>Pay in each of these years</label>
          <FieldError fieldId={inputId(credits)} text={problem} />
          <select
            className="input"
            id={inputId(credits)}
            name={credits}
            defaultValue={answer.typed[credits] || '4'}
            aria-describedby={describedBy(inputId(credits), { hint: false, error: problem !== undefined })}
            aria-invalid={problem !== undefined || undefined}
          >
            <option value="4">Steady pay: 4 credits</option>
            <option value="3">Lower pay: 3 credits</option>
            <option value="2">Low pay: 2 credits</option>
            <option value="1">Very low pay: 1 credit</option>
          </select>
        </div>
      </div>
    </fieldset>
  );
}

export function LastInsuredResult({ result }: { result: Results['lastInsured'] }) {
  if (result.isRetired) return <Retired />;
  return (
    <>
      <LastDay result={result} />
      <h3>How we counted</h3>
      <Steps result={result} />
      <p>
        Your true credits are in your <a href={statement}>Social Security Statement</a>, which is free. Check
        that no year of work is missing.
      </p>
      <WhatNext>We can read your work record with you, and tell you which program fits.</WhatNext>
    </>
  );
}

function Retired() {
  return (
    <>
      <Finding calculator="lastInsured" title="SSDI is only for people below full retirement age">
        <p>
          You may get retirement benefits. From 65 on, you may get SSI without a disability. If you reached
          that age within the last year and were disabled before, call us: some months of SSDI may still be
          owed.
        </p>
        <AnEstimate />
      </Finding>
      <p>
        Full retirement age is 66 to 67, by the year of birth (<Rule number="20 CFR 404.409" />
        ).
      </p>
      <WhatNext>We can tell you which program fits.</WhatNext>
    </>
  );
}

function LastDay({ result: { day, passed, forGood, untilRetirement } }: { result: Results['lastInsured'] }) {
  if (day === null) {
    return (
      <Finding
        calculator="lastInsured"
        title={
          forGood
            ? 'You stay insured until you can retire'
            : 'With these years of work, SSDI does not cover you'
        }
      >
        {forGood ? null : (
          <p>
            You may still qualify for SSI, which needs no work credits. Your record may also hold work that
            you forgot.
          </p>
        )}
        <AnEstimate />
      </Finding>
    );
  }
  const later = untilRetirement
    ? 'Then you reach full retirement age, when SSDI ends. It does not pay for the first five full months of a disability, unless you have ALS. So to be paid, your disability must begin at least about six months before that day.'
    : 'If you work again, the day can move later.';
  return (
    <Finding
      calculator="lastInsured"
      title={passed ? 'You were insured until about' : 'You are insured until about'}
      value={longDate(day)}
    >
      <p>
        {passed
          ? 'For SSDI, you must show that your disability began by that day, and that it has lasted since or ended no more than 14 months before you apply. You can still apply. Medical records from before that day count most.'
          : `For SSDI, your disability must begin by that day. ${later}`}
      </p>
      <AnEstimate />
    </Finding>
  );
}

function Steps({ result }: { result: Results['lastInsured'] }) {
  const { credits, lastYear, creditPay, rule, neededInAll, day, forGood, untilRetirement } = result;
  const lastCounted = day ? 'the year of that day' : 'your last year of work';
  const until = forGood
    ? 'the year you turn 62'
    : `${lastCounted}, or before the year you turn 62 if that is sooner`;
  return (
    <ol>
      <li>
        The years you entered, up to {lastYear}, give you {countOf(credits)}. A year gives 4 at most.
        {creditPay.value ? ` In ${creditPay.year}, each ${creditPay.value} of pay earns one.` : null} Each
        credit counts in the quarter of its year that helps you most (
        <Rule number="POMS RS 00301.230" />
        ).
      </li>
      <li>
        In all, you need {countOf(neededInAll)}: one for each year after the year you turned 21 and before{' '}
        {until}. It is at least 6 and at most 40 (<Rule number="20 CFR 404.110" />
        ). {credits >= neededInAll ? 'You have enough.' : 'You have too few.'}
      </li>
      {rule === 'blind' ? (
        <li>
          People who are blind need no recent work (
          <Rule number="20 CFR 404.130" />
          ).{forGood ? ' You have enough credits for retirement, so your insurance does not run out.' : null}
        </li>
      ) : (
        <RecentWork result={result} />
      )}
      {day ? (
        <li>
          The date last insured is the last day of the last quarter in which all of this is met (
          <Rule number="POMS DI 25501.320" />
          ).
        </li>
      ) : null}
      {untilRetirement ? (
        <li>
          SSDI ends when you reach full retirement age, so the last day is in the month before (
          <Rule number="20 CFR 404.409" />
          ).
        </li>
      ) : null}
    </ol>
  );
}

function RecentWork({ result: { recent, rule, day, untilRetirement } }: { result: Results['lastInsured'] }) {
  if (!recent || !day) {
    return (
      <li>
        You also need recent work: 20 credits within 10 years, or fewer before you turn 31. At no time did you
        meet both rules (<Rule number="20 CFR 404.130" />
        ).
      </li>
    );
  }
  return (
    <li>
      {rule === 'under31'
        ? 'Before you turn 31, you need credits for half the time since you turned 21, and at least 6.'
        : 'You need 20 credits in the 10 years that end with the quarter.'}{' '}
      From {longMonth(recent.from)} to {longMonth(day)}, you have {recent.credits} credits, and you need{' '}
      {recent.needed} (<Rule number="20 CFR 404.130" />
      ).{untilRetirement ? null : ' A quarter later, one of these rules is no longer met.'}
    </li>
  );
}

function countOf(credits: number): string {
  return credits === 1 ? '1 work credit' : `${credits} work credits`;
}
