import type { Outputs } from '../../trpc.ts';
import { copyPath, deletePath } from './addresses.ts';
import { useIntakeForm } from './use-intake-form.ts';

type Section = Outputs['intake']['copy']['sections'][number];

/** What was sent, to take along and to read; on paper it is open. */
export function OwnCopy({ sections }: { sections: Section[] }) {
  const form = useIntakeForm();
  return (
    <section className="own-copy" aria-labelledby="own-copy">
      <h2 id="own-copy">A copy of what you sent</h2>
      <p>
        <a className="button" href={copyPath(form)}>
          {form.sent.copy.label}
        </a>
      </p>
      <details>
        <summary>Read what you sent</summary>
        {groupsOf(sections).map(({ title, rows }) => (
          <div key={rows[0]?.label}>
            {title ? <h3>{title}</h3> : null}
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

/** @returns the sections, with those of a single question in a row as one: its title would only say the question twice. */
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
