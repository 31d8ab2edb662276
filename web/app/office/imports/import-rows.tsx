import { longDateWithWeekday, shortDate } from '@claimdesk/forms/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { matterPath } from '#web/app/office/matters/addresses.ts';
import { HowCounted } from '#web/app/office/matters/duties.tsx';
import { standingText } from '#web/app/office/matters/matter-words.ts';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { newsText, type Row, type ShownGroup } from './import-words.ts';

interface Props {
  id: string;
  group: ShownGroup;
  rows: readonly Row[];
}

/** Rows of a file, each beside the matter that it is about or may be about. */
export function ImportRows({ id, group, rows }: Props) {
  const { failure, decide } = useDecide(id);
  return (
    <>
      {failure}
      <ul className="import-rows">
        {rows.map((row) => (
          <li key={row.number}>
            <dl className="record">
              <div>
                <dt>Row {row.number}</dt>
                <dd>
                  <strong>{whoText(row)}</strong>
                  {row.said ? <br /> : null}
                  {row.said}
                </dd>
              </div>
              {row.matter ? (
                <div>
                  <dt>Matter</dt>
                  <dd>
                    <Known {...row.matter} />
                    {row.isDecided ? '. A person said so.' : ''}
                  </dd>
                </div>
              ) : null}
              {row.why ? (
                <div>
                  <dt>{group === 'ask' ? 'Why it needs review' : 'Why'}</dt>
                  <dd>{row.why}</dd>
                </div>
              ) : null}
              {row.news.length > 0 ? (
                <div>
                  <dt>Would be entered</dt>
                  <dd>
                    {row.news.map((entered) => (
                      <p key={entered.kind}>
                        <strong>{newsText(entered)}</strong>
                      </p>
                    ))}
                    <Due row={row} />
                  </dd>
                </div>
              ) : null}
              {group === 'ask'
                ? row.candidates.map((candidate) => (
                    <div key={candidate.matter}>
                      <dt>May be</dt>
                      <dd>
                        <p>
                          <Known {...candidate} />
                        </p>
                        <button
                          type="button"
                          className="button secondary small"
                          onClick={() => decide(row.number, candidate.matter)}
                        >
                          It is {candidate.name}, {candidate.matter}
                          <span className="visually-hidden">: row {row.number}</span>
                        </button>
                      </dd>
                    </div>
                  ))
                : null}
            </dl>
            {group === 'ask' ? (
              <button
                type="button"
                className="button secondary small"
                onClick={() => decide(row.number, null)}
              >
                Not ours
                <span className="visually-hidden">: row {row.number}</span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Says whose a row is, in one click. */
function useDecide(id: string) {
  const queries = useQueryClient();
  const showToast = useShowToast();
  const { failure, setMessage, fail } = useFailure();
  const change = trpc.imports.decide.useMutation({
    onSuccess(_nothing, { row, matter }) {
      setMessage('');
      const text = matter ? `It is about ${matter}.` : 'It is not ours.';
      showToast({ kind: 'success', title: `Row ${row}`, text });
    },
    onError: (error) => fail(error, 'Nothing was decided'),
    async onSettled() {
      await queries.invalidateQueries();
      // The row is gone, and the button with it.
      document.getElementById('rows')?.focus();
    },
  });
  return {
    failure,
    decide(row: number, matter: string | null) {
      if (!change.isPending) change.mutate({ id, row, matter });
    },
  };
}

function whoText({ name, birth, lastFour }: Pick<Row, 'name' | 'birth' | 'lastFour'>): string {
  return [
    name || 'No name',
    birth ? `born ${shortDate(birth)}` : 'no date of birth',
    lastFour ? `number ending in ${lastFour}` : 'no number',
  ].join(', ');
}

/** A matter and how it stands now. */
function Known({ matter, ...known }: NonNullable<Row['matter']>) {
  return (
    <>
      <Link to={matterPath(matter)}>{matter}</Link>, {whoText(known)}
      <br />
      Now: {standingText(known)}
    </>
  );
}

function Due({ row: { duties } }: { row: Row }) {
  if (duties.length === 0) return <p>Nothing is due because of it.</p>;
  return (
    <details className="fold">
      <summary>
        {duties.length === 1 ? '1 day' : `${duties.length} days`} that it makes, the first on{' '}
        {longDateWithWeekday(duties.map(({ due }) => due).toSorted()[0] ?? '')}
      </summary>
      <ul className="duties">
        {duties.map(({ rule, title, due, steps, source }) => (
          <li key={`${rule} ${due}`}>
            <p>
              <strong>{title}</strong>, <time dateTime={due}>{longDateWithWeekday(due)}</time>
            </p>
            <HowCounted title="How the day is counted" steps={steps} source={source} />
          </li>
        ))}
      </ul>
    </details>
  );
}
