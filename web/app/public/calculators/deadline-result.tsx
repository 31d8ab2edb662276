import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import { type Results, urgentDays } from '#web/app/ui/components/answer.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { evaluationHref, onlineAppealHref } from '#web/app/ui/pages/navigation.ts';
import { Finding } from './result-parts.tsx';

interface LetterResponse {
  /** What the letter says. */
  letter: string;
  /** What to ask for next. */
  next: string;
  /** What to send: the forms by name and number. */
  send: string;
}

/**
 * What one can do about a letter: the four levels of appeal with the forms that start each (20 CFR 404.900), an end of
 * benefits for medical reasons (20 CFR 404.1597a, 416.996), an end of SSDI because of work (POMS DI 12025.001,
 * DI 12027.015), an end or a cut of SSI for other reasons (20 CFR 416.1336) and an overpayment (20 CFR 404.502a). Form
 * numbers are those of ssa.gov/forms.
 */
const letterResponses: readonly LetterResponse[] = [
  {
    letter: 'Your first claim is denied',
    next: 'Ask for a reconsideration',
    send: 'Forms: Request for Reconsideration (SSA-561), Disability Report – Appeal (SSA-3441), and the permission to get your records (SSA-827)',
  },
  {
    letter: 'Your reconsideration is denied',
    next: 'Ask for a hearing with a judge. If your payments continued during the reconsideration, also ask to keep them, within 10 days of getting the letter',
    send: 'Forms: Request for Hearing by Administrative Law Judge (HA-501), Disability Report – Appeal (SSA-3441), the permission to get your records (SSA-827) and, to keep your payments, a new Statutory Benefit Continuation Election Statement (SSA-792)',
  },
  {
    letter: 'The judge denies your claim',
    next: 'Ask the Appeals Council for a review',
    send: 'Form: Request for Review of Hearing Decision/Order (HA-520)',
  },
  {
    letter: 'The Appeals Council denies a review or your claim',
    next: 'Go to a federal court',
    send: 'That is a civil action in the United States District Court. Social Security has no form for it. Talk to a lawyer soon',
  },
  {
    letter: 'Benefits that you get now will stop because your health is better',
    next: 'Ask for a reconsideration. Within 10 days of getting the letter, also ask to keep your payments',
    send: 'Forms: Request for Reconsideration – Disability Cessation (SSA-789) and, to keep your payments, Statutory Benefit Continuation Election Statement (SSA-792), which you sign yourself, or your representative payee does once the appeal is filed',
  },
  {
    letter: 'Your SSDI will stop because of work',
    next: 'Ask for a reconsideration. Payments do not continue during this appeal',
    send: 'Form: Request for Reconsideration (SSA-561)',
  },
  {
    letter: 'Your SSI will stop or go down, but not because of your health',
    next: 'Ask for a reconsideration within 10 days of getting the letter to keep your payments, and by your last day to appeal in any case',
    send: 'Form: Request for Reconsideration (SSA-561)',
  },
  {
    letter: 'You were paid too much',
    next: 'Ask for a reconsideration, a waiver, or both, best within 30 days of the date on the letter',
    send: 'Forms: Request for Reconsideration (SSA-561), Request for Waiver of Overpayment Recovery (SSA-632)',
  },
];

type AppealDeadline = Results['deadline'];

const daysOfYear = 365;

/** The last day to appeal, how it was counted, and what to do with it. */
export function DeadlineResult({ deadline }: { deadline: AppealDeadline }) {
  const isUrgent = deadline.daysLeft < urgentDays;
  return (
    <>
      <Finding
        calculator="deadline"
        title={deadline.passed ? 'Your last day to appeal was' : 'Your last day to appeal is'}
        value={<LongDate day={deadline.lastDay} />}
        urgent={isUrgent}
      >
        <p>
          {daysLine(deadline.daysLeft)}
          {isUrgent && !deadline.passed ? <strong> Appeal today. Do not wait for our call.</strong> : null}
        </p>
        <p>
          Will your benefits stop because your health is better, or will your SSI stop or go down for another
          reason? Ask within 10 days of getting the letter to keep your payments.
          {deadline.paymentsPassed ? ' If that time is over, ask anyway and say why you are late.' : null}
        </p>
        {deadline.passed ? <GoodCause isLongPast={deadline.daysLeft < -daysOfYear} /> : null}
      </Finding>
      <AppealNow letter={deadline.letter} />
      {deadline.passed ? null : <KeepIt deadline={deadline} />}
      <HowCounted deadline={deadline} />
      <WhatToSend />
    </>
  );
}

/** The date of a calendar day, its number on the line of its month. */
function LongDate({ day }: { day: string }) {
  const [weekday, date, year] = longDateWithWeekday(day).split(', ');
  return (
    <>
      {weekday}, <span className="unbroken">{date},</span> {year}
    </>
  );
}

function daysLine(daysLeft: number): string {
  if (daysLeft === 0) return 'That is today.';
  if (daysLeft === 1) return 'That is tomorrow.';
  if (daysLeft > 0) return `That is ${daysLeft} days from today.`;
  if (daysLeft === -1) return 'That was yesterday.';
  if (daysLeft >= -daysOfYear) return `That was ${-daysLeft} days ago.`;
  const years = Math.round(-daysLeft / daysOfYear);
  return `That was about ${years === 1 ? 'a year' : `${years} years`} ago.`;
}

/** A late appeal needs a strong reason, and each year makes it harder to have one. */
function GoodCause({ isLongPast }: { isLongPast: boolean }) {
  return (
    <>
      <p>
        You may still be able to appeal. Send the appeal now, with a note that says why it is late. Social
        Security can accept a late appeal for good cause. That means a strong reason, such as a serious
        illness, a death in the family, or a letter that never came. It does not have to agree.
      </p>
      {isLongPast ? (
        <p>
          The longer ago it was, the harder it gets to show good cause. A new claim, or a request to reopen
          the old one, may fit better.
        </p>
      ) : null}
      <p>
        Read <a href="/articles/appeal-forms">which form to send</a>
        <CallUs otherwise="."> or call us today at</CallUs>
      </p>
    </>
  );
}

/** The agency's own form counts from the moment it is sent, even if a representative takes over later. */
function AppealNow({ letter }: Pick<AppealDeadline, 'letter'>) {
  return (
    <>
      <h3>Two ways to appeal</h3>
      <p>
        Is your letter from the Appeals Council? Then the next step is a federal court. Nobody can file that
        on Social Security’s website, and neither can we. Call us for a lawyer in our network.
      </p>
      <ul>
        <li>
          Do it yourself, online and free, on the website of Social Security:{' '}
          <a href={onlineAppealHref}>Appeal a decision we made</a>. You can add a representative later.
        </li>
        <li>
          Ask us to help. <CallUs end=", or">Call</CallUs> send us the date with a Free Case Evaluation:
        </li>
      </ul>
      <p className="button-row">
        <a className="button" href={`${evaluationHref}?letter=${letter}`}>
          Ask us to file this appeal
        </a>
      </p>
    </>
  );
}

function KeepIt({ deadline: { letter } }: { deadline: AppealDeadline }) {
  return (
    <>
      <p className="button-row">
        <a className="button secondary" href={`/appeal-deadline.ics?letter=${letter}`}>
          Add to calendar
        </a>
      </p>
      <p>Do not wait for the last day. Send your appeal early and keep proof of when you sent it.</p>
    </>
  );
}

function HowCounted({
  deadline: { letter, presumedReceipt, movedFrom, lastDay, receiptDays, appealDays },
}: {
  deadline: AppealDeadline;
}) {
  return (
    <>
      <h3>How we counted</h3>
      <ol>
        <li>
          Your letter is dated <LongDate day={letter} />.
        </li>
        <li>
          Social Security presumes that you got it {receiptDays} days later, on{' '}
          <LongDate day={presumedReceipt} />.
        </li>
        <li>
          From then you have {appealDays} days. They end on <LongDate day={movedFrom?.date ?? lastDay} />.
          {movedFrom
            ? ` Federal offices are closed that day because of ${movedFrom.closedFor}, so the next business day counts.`
            : null}
        </li>
      </ol>
      <p className="fine">
        This is a guide. Social Security decides if an appeal is in time. We do not keep the date that you
        typed.
      </p>
    </>
  );
}

function WhatToSend() {
  return (
    <>
      <h3>What to send</h3>
      <p>It depends on what your letter says.</p>
      <dl className="letter-responses">
        {letterResponses.map(({ letter, next, send }) => (
          <div key={letter}>
            <dt>{letter}</dt>
            <dd>
              {next}. <FormNumbers text={send} />.
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Keeps the number of a form, such as SSA-789, on one line. */
function FormNumbers({ text }: { text: string }) {
  return text.split(/\b([A-Z]{2,4}-\d+)\b/).map((part, place) =>
    place % 2 === 1 ? (
      <span className="unbroken" key={part}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
