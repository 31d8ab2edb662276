import { Section } from '../../components/section.tsx';

interface Testimonial {
  quote: string;
  /** First name and initial. */
  name: string;
  location: string;
}

/** They praise the help and leave the outcome out: nobody should read a promise into another person's case. */
const testimonials: Testimonial[] = [
  {
    quote: 'They explained every letter in words I could follow. I always knew what came next.',
    name: 'Maria T.',
    location: 'Essex County',
  },
  {
    quote:
      'I had missed a form and thought it was over. They called me back the same day and told me what to do.',
    name: 'Robert K.',
    location: 'Camden County',
  },
  {
    quote: 'Before my hearing we practiced on the phone, twice. I was still nervous, but I was ready.',
    name: 'Denise W.',
    location: 'Ocean County',
  },
  {
    quote: 'No rush, no hard words. They let my sister sit in on every call because I forget things.',
    name: 'James P.',
    location: 'Passaic County',
  },
];

export function Testimonials() {
  return (
    <Section id="testimonials" title="What clients say" ground="paper">
      <ul className="cards two">
        {testimonials.map(({ quote, name, location }) => (
          <li key={name}>
            <figure className="testimonial">
              <blockquote>
                <p>{quote}</p>
              </blockquote>
              <figcaption>
                <strong>{name}</strong>, {location}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
