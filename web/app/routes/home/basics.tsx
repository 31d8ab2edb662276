import { Section } from '../../components/section.tsx';
import type { Facts } from '../../content-types.ts';

export function Basics({ facts }: { facts: Facts }) {
  return (
    <Section
      id="basics"
      title="Disability basics"
      ground="paper"
      spot="balance"
      lead="Social Security has two programs. The health rules for adults are the same. The money rules are not."
    >
      <div className="columns">
        <div className="card">
          <h3>SSDI: you worked and paid in</h3>
          <ul>
            <li>You need enough work credits from jobs that paid Social Security taxes.</li>
            <li>What you own does not matter.</li>
            <li>
              The average is about {facts.ssdiAverageMonthly} a month. The most is a little over{' '}
              {facts.ssdiMaximumMonthly}.
            </li>
            <li>Medicare starts after {facts.medicareWaitMonths} months of benefits.</li>
          </ul>
        </div>
        <div className="card">
          <h3>SSI: you have little money</h3>
          <ul>
            <li>You do not need to have worked.</li>
            <li>
              You may own up to {facts.ssiResourceSingle}, or {facts.ssiResourceCouple} as a couple. Your home
              and one car do not count.
            </li>
            <li>
              It pays up to {facts.ssiMonthlyMaximum} a month in {facts.factsYear}. Other income lowers it.
            </li>
            <li>In New Jersey, Medicaid comes with it.</li>
          </ul>
        </div>
      </div>
      <p>
        Some people get both. <a href="/ssdi-vs-ssi">Compare SSDI and SSI</a>
      </p>
      <h3 className="spaced">Do you qualify? Three things must be true</h3>
      <ol className="steps">
        <li>
          <strong>You can’t do much paid work.</strong> If you earn more than {facts.sgaMonthly} a month (
          {facts.sgaBlindMonthly} for SSDI if you are blind), the answer is almost always no.
        </li>
        <li>
          <strong>It lasts.</strong> Your condition has kept you from work for {facts.durationMonths} months,
          or your doctors expect that it will. A condition that is likely to end in death counts too.
        </li>
        <li>
          <strong>You can’t do other work.</strong> You can’t go back to the work you did, and there is no
          other kind of work that you could do.
        </li>
      </ol>
      <ul className="link-row">
        <li>
          <a href="/definition-disabled">What “disabled” means</a>
        </li>
        <li>
          <a href="/evaluation-process">How Social Security decides</a>
        </li>
        <li>
          <a href="/common-disabilities">Common conditions</a>
        </li>
        <li>
          <a href="/medical-evidence">Medical evidence</a>
        </li>
        <li>
          <a href="/compassionate-allowances">Compassionate allowances</a>
        </li>
      </ul>
    </Section>
  );
}
