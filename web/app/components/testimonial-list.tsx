import type { Testimonial } from '../content-types.ts';

/** What clients said, each with first name, initial and county. The initials in the circle are decoration. */
export function TestimonialList({ testimonials }: { testimonials: Testimonial[] }) {
  return (
    <ul className="cards two">
      {testimonials.map(({ quote, author, location, initials }) => (
        <li key={author + quote}>
          <figure className="testimonial">
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <figcaption>
              <span className="initials" aria-hidden="true">
                {initials}
              </span>
              <span>
                <strong>{author}</strong>
                <br />
                {location}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
