import type { Outputs } from '#web/app/trpc.ts';

type Agreement = Outputs['contracts']['agreement'];

/** The text of the agreement in one column, without a scrolling box. */
export function AgreementText({
  agreement: { sections, legalLimit },
  level,
}: {
  agreement: Agreement;
  level: 2 | 4;
}) {
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
          {id === 'fee' && legalLimit ? (
            <p className="notice">
              For comparison, and not part of what you sign: the law has a limit of its own for a fee like
              this. Today it is {legalLimit}. The lower of the two counts.
            </p>
          ) : null}
        </section>
      ))}
    </div>
  );
}
