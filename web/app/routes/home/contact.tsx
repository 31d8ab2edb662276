import { ContactDetails } from '../../components/contact-details.tsx';
import { Section } from '../../components/section.tsx';
import { useLayoutData } from '../../layout-data.ts';

export function Contact() {
  if (!useLayoutData()) return null;
  return (
    <Section
      id="contact"
      title="Contact us"
      spot="phone"
      lead="Call, write or ask for a free case evaluation. A person answers."
    >
      <ContactDetails />
    </Section>
  );
}
