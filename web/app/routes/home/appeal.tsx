import { Section } from '../../components/section.tsx';
import type { Facts } from '../../content-types.ts';
import { evaluationHref } from '../../navigation.ts';

export function Appeal({ facts }: { facts: Facts }) {
  const daysWithMail = Number(facts.appealDays) + Number(facts.receiptDays);
  return (
    <Section
      id="appeal"
      spot="calendar"
      title="Denied? You can appeal"
      lead="A denial is not the end. Many people who get benefits were turned down first. There are four levels of appeal."
    >
      <div className="notice warn deadline">
        <h3>Watch the deadline: {facts.appealDays} days</h3>
        <p>
          At each level you have {facts.appealDays} days from the day you get the letter. Social Security
          counts {facts.receiptDays} days for the mail. That makes about {daysWithMail} days from the date on
          the letter. If you are late, you may have to start over.
        </p>
      </div>
      <ol className="timeline">
        <li>
          <h3>Reconsideration</h3>
          <p className="timeline-wait">Takes {facts.reconsiderationWait}</p>
          <p>
            A new examiner looks at your whole claim and at any new proof. About{' '}
            <span className="nowrap">{facts.reconsiderationApprovalRate}</span> are approved.{' '}
            <a href="/articles/reconsideration-process">How reconsideration works</a>
          </p>
        </li>
        <li>
          <h3>Hearing with a judge</h3>
          <p className="timeline-wait">Wait of {facts.hearingWait}</p>
          <p>
            You tell a judge in your own words how you live with your condition. About{' '}
            <span className="nowrap">{facts.hearingApprovalRate}</span> are approved.{' '}
            <a href="/articles/disability-hearing">How a hearing works</a>
          </p>
        </li>
        <li>
          <h3>Appeals Council</h3>
          <p className="timeline-wait">Can take a year or more</p>
          <p>
            It checks if the judge made a mistake. It can send your case back for a new hearing.{' '}
            <a href="/articles/appealing-unfavorable">After an unfavorable decision</a>
          </p>
        </li>
        <li>
          <h3>Federal court</h3>
          <p className="timeline-wait">The last level</p>
          <p>
            A lawyer asks a federal judge to review the decision. We help you find a lawyer in our network who
            does this work.
          </p>
        </li>
      </ol>
      <p className="button-row">
        <a className="button" href={evaluationHref}>
          Tell us about your denial
        </a>
        <a className="button secondary" href="/appeal-denial#deadline">
          Find your appeal deadline
        </a>
      </p>
    </Section>
  );
}
