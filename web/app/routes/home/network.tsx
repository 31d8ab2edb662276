import { Section } from '../../components/section.tsx';
import { directoryHref, joinHref } from '../../navigation.ts';

/** Leads to the attorneys of the referral network (SPEC section 2, Home). */
export function Network() {
  return (
    <Section
      id="network"
      title="A nationwide attorney network"
      ground="mist"
      spot="pins"
      lead="Our home is New Jersey. Through our referral network, we also help people in every part of the country."
    >
      <div className="prose">
        <p>
          Some cases need a lawyer, such as a case in federal court. Some people live far from us. If an
          attorney in our network fits you better, we tell you and bring you together. The choice is yours.
        </p>
        <p className="button-row">
          <a className="button secondary" href={directoryHref}>
            Find an attorney
          </a>
        </p>
        <p>
          Are you an attorney? <a href={joinHref}>Join the network</a>
        </p>
      </div>
    </Section>
  );
}
