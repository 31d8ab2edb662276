import { Section } from '../../components/section.tsx';
import type { Facts } from '../../content-types.ts';

export function About({ facts }: { facts: Facts }) {
  return (
    <Section id="about" title="On your side since 1993" spot="hands">
      <dl className="figures">
        <Figure value={facts.yearsInService} label="years of disability claims" />
        <Figure value={facts.clientsHelped} label="people helped" />
        <Figure value={facts.hearingSuccessRate} label="of our hearings won" />
        <Figure
          value={facts.referralShare && `Over ${facts.referralShare}`}
          label="of clients sent by someone they know"
        />
      </dl>
      <div className="columns">
        <div className="prose">
          <h3>Who we are</h3>
          <p>
            We represent people who claim disability benefits from Social Security. That is all we do. We are
            a non-attorney firm, which Social Security allows. We serve all 21 counties of New Jersey.
          </p>
          <h3>How we work</h3>
          <p>
            You tell us how you live with your condition. We gather the proof, file the forms, watch each
            deadline and speak for you. You always know what comes next.
          </p>
          <p>
            <a href="/introduction">Our mission</a>
            <br />
            <a href="/what-we-do">What we do for you</a>
          </p>
        </div>
        <div className="prose">
          <h3>What it costs</h3>
          <p>
            Nothing up front. If you win, our fee is {facts.feePercent} of your back pay, and never more than{' '}
            {facts.feeCap}. Back pay is the money owed to you for past months. Social Security must approve
            the fee.
          </p>
          <p>If you do not win, you owe us no fee. We pay for copies of your records and for postage.</p>
          <p>
            <a href="/articles/top-10-secrets">Ten things that help a claim</a>
          </p>
        </div>
      </div>
      <p className="fine">Past results do not promise a result in your case. Figures as of {facts.asOf}.</p>
    </Section>
  );
}

function Figure({ value, label }: { value: string | undefined; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
