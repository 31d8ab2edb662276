import type { Outputs } from '#web/app/trpc.ts';

type Sections = Outputs['contracts']['agreement']['sections'];

/** The text of the agreement in one column, without a scrolling box. */
export function AgreementText({ sections, level }: { sections: Sections; level: 2 | 4 }) {
  const Heading = `h${level}` as const;
  return (
    <div className="prose agreement-text">
      {sections.map(({ id, heading, parts }) => (
        <section key={id}>
          <Heading id={id} tabIndex={-1}>
            {heading}
          </Heading>
          {parts.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ul key={part.list[0]}>
                {part.list.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  );
}
