import type { Outputs } from '#web/app/trpc.ts';

type ShownLetter = NonNullable<Outputs['evaluations']['rejection']['letter']>;

/** A letter as its recipient reads it. */
export function Letter({ letter: { subject, heading, paragraphs } }: { letter: ShownLetter }) {
  return (
    <section className="letter" aria-label="The letter">
      <p className="source">Subject: {subject}</p>
      <p>
        <strong>{heading}</strong>
      </p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
