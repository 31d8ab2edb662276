import { copyPath, deletePath } from '#web/app/public/intake/addresses.ts';
import type { IntakeForm } from '#web/app/public/intake/intake-forms.ts';
import type { Outputs } from '#web/app/trpc.ts';

type Section = Outputs['intake']['copy']['sections'][number];

/** A copy of the answers to download and to read; when printed, it is expanded. */
export function SubmissionCopy({
  form,
  sections,
  level: Heading,
}: {
  form: IntakeForm;
  sections: Section[];
  level: 'h2' | 'h3';
}) {
  const Title = Heading === 'h2' ? 'h3' : 'h4';
  return (
    <section className="own-copy" aria-labelledby="own-copy">
      <Heading id="own-copy">A copy of what you sent</Heading>
      <p>
        <a className="button" href={copyPath(form)}>
          {form.sent.copy.label}
        </a>
      </p>
      <details className="fold">
        <summary>Read what you sent</summary>
        {groupsOf(sections).map(({ title, rows }) => (
          <div key={rows[0]?.label}>
            {title ? <Title>{title}</Title> : null}
            <dl className="summary-list">
              {rows.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </details>
      <p>
        Your copy stays here for one hour. Do you use this device with other people?{' '}
        <a href={deletePath(form)}>Delete my saved answers</a>
      </p>
    </section>
  );
}

/** @returns the sections, with neighbors of a single question merged: their titles would only repeat the question. */
function groupsOf(sections: Section[]): Section[] {
  const groups: Section[] = [];
  for (const { title, rows } of sections) {
    const before = groups.at(-1);
    if (rows.length > 1) groups.push({ title, rows });
    else if (before?.title === '') before.rows.push(...rows);
    else groups.push({ title: '', rows: [...rows] });
  }
  return groups;
}
