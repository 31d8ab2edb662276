import { longDate, longMonth } from '@claimdesk/forms/calendar';
import type { CalculatorAnswer, Results } from '#web/app/ui/components/answer.ts';
import { CheckQuestion, ChoiceQuestion, DateQuestion, NumberQuestion } from './questions.tsx';
import { Amounts, AnEstimate, Finding, money, Rule, WhatNext } from './result-parts.tsx';

const programs = [
  { value: 'ssdi', label: 'SSDI, because I worked and paid in' },
  { value: 'ssi', label: 'SSI, because my income is low' },
];

/** The last month of back pay, by the program. */
const lastMonth = {
  ssdi: 'the month before Social Security puts the decision into effect',
  ssi: 'the month in which Social Security puts the decision into effect',
};

export function BackPayQuestions({ answer }: { answer: CalculatorAnswer }) {
  return (
    <>
      <ChoiceQuestion name="program" label="Which benefit is it?" choices={programs} answer={answer} />
      <CheckQuestion
        name="als"
        label="I have ALS (Lou Gehrig’s disease)"
        hint="SSDI then starts without a wait of five months."
        answer={answer}
      />
      <DateQuestion
        name="onset"
        label="When did your disability begin?"
        hint="For example, 3 15 2024. Take the date in your decision, if you have one. Social Security calls it the onset date."
        answer={answer}
      />
      <DateQuestion
        name="applied"
        label="When did you apply?"
        hint="The day you applied, or first told Social Security that you wanted to."
        answer={answer}
      />
      <DateQuestion
        name="decided"
        label="When was your claim approved?"
        hint="The date on the decision, such as a judge’s. If you are still waiting, enter your best guess."
        answer={answer}
      />
      <DateQuestion
        name="awarded"
        label="What is the date on your award letter? (optional)"
        hint="The letter that shows your monthly amount. It may come a month or two after a decision. Leave this empty if both came at once."
        answer={answer}
      />
      <NumberQuestion
        name="benefit"
        kind="dollars"
        label="How much would you get each month?"
        hint="In dollars. For SSDI, look at your Social Security Statement. For SSI, use our SSI calculator."
        answer={answer}
      />
    </>
  );
}

export function BackPayResult({ result }: { result: Results['backPay'] }) {
  const { months, total, fee, kept, legalFee, percent, promise, legalCap, share, decided, isToCome } = result;
  if (months === 0) return <NoBackPay result={result} />;
  return (
    <>
      <Finding calculator="backPay" title="Your back pay would be about" value={money(total)}>
        <p>
          Our fee would be {money(fee)}. You would keep <strong>{money(kept)}</strong>.
        </p>
        <AnEstimate />
      </Finding>
      <h3>How we counted the months</h3>
      <Months result={result} />
      <h3>How we figured the fee</h3>
      <Amounts
        rows={[
          ['Back pay', money(total)],
          [`${percent}% of it`, money(share)],
          [
            `The most the law allows for a decision ${isToCome ? 'today' : `on ${longDate(decided)}`}: a quarter, up to ${money(legalCap)}`,
            money(legalFee),
          ],
          ['The most we take, by our own promise', money(promise)],
          ['Our fee: the smallest of these', money(fee)],
          ['You keep', money(kept)],
        ]}
      />
      <p>
        You owe a fee only if you win, and Social Security must approve it. Back pay goes by the award letter.
        The limit of the law goes by the day Social Security decides on our fee agreement, which is most often
        the day of the decision on your claim (
        <Rule number="POMS GN 03943.005" />
        ).
      </p>
      <WhatNext>
        A small change in a date can move this by months. We can go over the dates with you, free of charge.
      </WhatNext>
    </>
  );
}

function NoBackPay({ result }: { result: Results['backPay'] }) {
  return (
    <>
      <Finding calculator="backPay" title="With these dates, there is no back pay">
        <p>
          The first month that counts is {longMonth(result.from)}. Back pay ends with{' '}
          {lastMonth[result.program]}, which is {longMonth(result.to)}. Without back pay, you owe us no fee.
        </p>
        <AnEstimate />
      </Finding>
      <h3>How we counted the months</h3>
      <Months result={result} />
      <WhatNext>Check the dates. If they are right, we can still help with what comes next.</WhatNext>
    </>
  );
}

/** The months that count, step by step, each with its rule. */
function Months({ result }: { result: Results['backPay'] }) {
  const { program, onset, applied, from, to, months, monthly, total } = result;
  const { waiting, firstFullMonth, limitedByApplication, retroactiveMonths } = result;
  return (
    <ol>
      {program === 'ssi' ? (
        <li>
          You applied on {longDate(applied)}, and your disability began on {longDate(onset)}. SSI starts in
          the month after the later of these: {longMonth(from)} (
          <Rule number="20 CFR 416.335" />
          ).
        </li>
      ) : (
        <>
          <li>
            Your disability began on {longDate(onset)}. Only full months count, so the first one is{' '}
            {longMonth(firstFullMonth)}.
          </li>
          {limitedByApplication ? (
            <li>
              You applied on {longDate(applied)}. SSDI reaches back {retroactiveMonths} months before the
              month you apply, and no further. Older months are lost (<Rule number="20 CFR 404.621" />
              ).
            </li>
          ) : null}
          {waiting ? (
            <li>
              SSDI pays nothing for five full months. For you, these are {longMonth(waiting.from)} to{' '}
              {longMonth(waiting.to)} (<Rule number="20 CFR 404.315" />
              ).
            </li>
          ) : (
            <li>
              With ALS, there is no wait of five months (
              <Rule number="POMS DI 10105.075" />
              ).
            </li>
          )}
          <li>So the first month that you are paid for is {longMonth(from)}.</li>
        </>
      )}
      <li>
        Back pay ends with {lastMonth[program]}: {longMonth(to)} (
        <Rule number={program === 'ssi' ? 'POMS GN 03920.031' : 'POMS GN 03920.030'} />
        ).
      </li>
      {months > 0 ? (
        <li>
          That is {months === 1 ? '1 month' : `${months} months`} of {money(monthly)}, so {money(total)}.
        </li>
      ) : null}
      {program === 'ssdi' ? <li>From then on, SSDI for each month is paid in the month after it.</li> : null}
    </ol>
  );
}
