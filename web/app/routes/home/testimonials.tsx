import { Section } from '../../components/section.tsx';
import { TestimonialList } from '../../components/testimonial-list.tsx';
import type { Testimonial } from '../../content-types.ts';

export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  if (testimonials.length === 0) return null;
  return (
    <Section id="testimonials" title="What clients say" ground="paper" spot="quotes">
      <TestimonialList testimonials={testimonials} />
      <p>
        <a href="/testimonials">More from clients, and how we ask for their words</a>
      </p>
    </Section>
  );
}
