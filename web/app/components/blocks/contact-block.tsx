import { ContactDetails } from '../contact-details.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

export function ContactBlock({ block: { heading, introHtml }, id }: BlockProps<'contact'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ContactDetails />
    </PagePart>
  );
}
