import { AppealIcon, FormIcon, HearingIcon } from '../../components/icons.tsx';
import { Section } from '../../components/section.tsx';
import type { Facts } from '../../content-types.ts';

export function Services({ facts }: { facts: Facts }) {
  return (
    <Section
      id="services"
      title="How we help"
      ground="paper"
      lead="Wherever you are in your claim, start from there."
    >
      <ul className="cards">
        <li className="card service">
          <FormIcon />
          <h3>Your first claim</h3>
          <p>We help you fill in the forms, ask your doctors for records and send it all on time.</p>
          <a className="button secondary" href="#about">
            Who we are
          </a>
        </li>
        <li className="card service">
          <AppealIcon />
          <h3>A denied claim</h3>
          <p>
            About {facts.initialDenialRate} of first claims are denied. We find out why, add what was missing
            and file your appeal.
          </p>
          <a className="button secondary" href="#appeal">
            How appeals work
          </a>
        </li>
        <li className="card service">
          <HearingIcon />
          <h3>Your hearing</h3>
          <p>We get you ready, go with you and speak for you. You do not face the judge alone.</p>
          <a className="button secondary" href="#hearing">
            What to expect
          </a>
        </li>
      </ul>
    </Section>
  );
}
