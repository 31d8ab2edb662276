import { TestimonialList } from '../testimonial-list.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

export function TestimonialsBlock({
  block: { heading, introHtml, testimonials, link },
  id,
}: BlockProps<'testimonials'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <TestimonialList testimonials={testimonials} />
      {link ? (
        <p>
          <a href={link.to}>{link.label}</a>
        </p>
      ) : null}
    </PagePart>
  );
}
