import { Section } from '../../components/section.tsx';
import type { Facts } from '../../content-types.ts';

export function Hearing({ facts }: { facts: Facts }) {
  return (
    <Section
      id="hearing"
      title="Your hearing"
      ground="mist"
      spot="hearing"
      lead="A hearing is your best chance to be heard. It is a talk in a small room, on video or by phone. Most take less than an hour."
    >
      <ul className="cards">
        <li className="card">
          <h3>Before</h3>
          <ul>
            <li>You get at least 75 days’ notice of the date.</li>
            <li>We read your file and ask for what is missing.</li>
            <li>We send new proof at least five business days ahead.</li>
            <li>We go through the questions with you.</li>
          </ul>
        </li>
        <li className="card">
          <h3>At the hearing</h3>
          <ul>
            <li>The judge asks about your health, your days and your past jobs.</li>
            <li>Doctors or job experts may speak.</li>
            <li>We question them and sum up your case.</li>
            <li>You may bring somebody who knows you.</li>
          </ul>
        </li>
        <li className="card">
          <h3>After</h3>
          <ul>
            <li>The decision comes by mail, mostly within {facts.hearingDecisionWait}.</li>
            <li>If you win, we check the amounts with you.</li>
            <li>If you do not, we look at the next appeal with you.</li>
          </ul>
        </li>
      </ul>
      <ul className="link-row">
        <li>
          <a href="/articles/hearing-attendees">Who is in the room</a>
        </li>
        <li>
          <a href="/articles/vtc-hearings">Video hearings</a>
        </li>
        <li>
          <a href="/articles/benefits-after-hearing">When benefits start</a>
        </li>
      </ul>
    </Section>
  );
}
