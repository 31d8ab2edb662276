import { TestimonialList } from '../testimonial-list.tsx';
import type { BlockProps } from './content-block.tsx';
import { PagePart } from './page-part.tsx';

export function TestimonialsBlock({ block: { heading, testimonials }, id }: BlockProps<'testimonials'>) {
  return (
    <PagePart id={id} heading={heading}>
      <TestimonialList testimonials={testimonials} />
    </PagePart>
  );
}
