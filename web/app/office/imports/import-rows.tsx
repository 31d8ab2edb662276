import { longDateWithWeekday, shortDate } from '@claimdesk/forms/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { matterPath } from '#web/app/office/matters/addresses.ts';
import { HowCounted } from '#web/app/office/matters/duties.tsx';
import { standingText } from '#web/app/office/matters/matter-words.ts';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { useFailure } from '#web/app/office/use-failure.tsx';
import { trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { count, groups, type Import, newsText, type Row, type ShownGroup } from './import-words.ts';

interface Props {
  imported: Import;
  group: ShownGroup;
  rows: readonly Row[];
}

type Changes = ReturnType<typeof useChanges>;

/** What the last column says of the rows of a group. */
const lastColumns: Readonly<Record<ShownGroup, string>> = {
  ask: 'Why it needs review',
  enter: 'What is entered',
  'by hand': 'Why',
  'nothing new': 'Now',
  'not ours': 'Open a matter',
  open: 'Change',
  entered: 'Now',
  'taken back': 'Now',
  kept: 'Why',
};

/** Rows of a file, one line each. What it takes to decide about one is behind a fold. */
export function ImportRows({ imported, group, rows }: Props) {
  const changes = useChanges(imported.id);
  const isOpen = imported.state === 'review';
  const openable = imported.counts.openable ?? 0;
  const last = lastColumns[group];
  return (
    <>
      {changes.failure}
      {group === 'not ours' && isOpen && openable > 0 ? (
        <p>
          <button type="button" className="button secondary" onClick={() => changes.open(null)}>
            Open a matter for {openable === 1 ? 'the 1 row' : `all ${count(openable)}`} with name, number and
            date of birth
          </button>
        </p>
      ) : null}
      <RecordTable
        caption={`${groups[group]}, in the order of the file.`}
        columns={['Row', 'Name', 'Born', 'Number', 'In the file', 'Matter', last]}
      >
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">{row.number}</th>
            <td data-label="Name">{row.name || 'No name'}</td>
            <td data-label="Born">{row.birth ? shortDate(row.birth) : 'Not given'}</td>
            <td data-label="Number">{row.lastFour ? `ends in ${row.lastFour}` : 'Not given'}</td>
            <td data-label="In the file">{row.said}</td>
            <td data-label="Matter">
              {row.matter ? <Link to={matterPath(row.matter.matter)}>{row.matter.matter}</Link> : 'None'}
            </td>
            <td data-label={last}>
              <Last row={row} group={group} changes={isOpen ? changes : null} />
            </td>
          </tr>
        ))}
      </RecordTable>
    </>
  );
}

/** @param changes null once nothing can be decided any more. */
function Last({ row, group, changes }: { row: Row; group: ShownGroup; changes: Changes | null }) {
  if (group === 'ask' && changes) return <Candidates row={row} changes={changes} />;
  if (row.news.length > 0) return <News row={row} />;
  if (group === 'open' && changes) return <NotOurs row={row} changes={changes} />;
  if (row.mayOpen && changes)
    return (
      <button type="button" className="button secondary small" onClick={() => changes.open(row.number)}>
        Open a matter<span className="visually-hidden">: row {row.number}</span>
      </button>
    );
  if (row.why) return row.why;
  return row.matter ? `Now: ${standingText(row.matter)}` : null;
}

function NotOurs({ row: { number }, changes }: { row: Row; changes: Changes }) {
  return (
    <button type="button" className="button secondary small" onClick={() => changes.decide(number, null)}>
      Not ours<span className="visually-hidden">: row {number}</span>
    </button>
  );
}

/** The matters that a row may be about, to be compared with it. */
function Candidates({ row, changes }: { row: Row; changes: Changes }) {
  return (
    <details className="fold">
      <summary>
        {row.why}
        <span className="visually-hidden"> Row {row.number}</span>
      </summary>
      {row.candidates.map((candidate) => (
        <div key={candidate.matter}>
          <p>
            May be <Known {...candidate} />
          </p>
          <p>
            <button
              type="button"
              className="button secondary small"
              onClick={() => changes.decide(row.number, candidate.matter)}
            >
              It is {candidate.name}, {candidate.matter}
              <span className="visually-hidden">: row {row.number}</span>
            </button>
          </p>
        </div>
      ))}
      <p>
        <NotOurs row={row} changes={changes} />
      </p>
    </details>
  );
}

/** What is entered, and what is due because of it. */
function News({ row: { number, news, duties, matter, isDecided } }: { row: Row }) {
  return (
    <details className="fold">
      <summary>
        {news.map(newsText).join('; ')}
        <span className="visually-hidden">: row {number}</span>
      </summary>
      {matter ? (
        <p>
          <Known {...matter} />
          {isDecided ? '. A person said so.' : ''}
        </p>
      ) : null}
      {duties.length === 0 ? <p>Nothing is due because of it.</p> : null}
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

/** Says whose a row is, or that a matter is opened for it, in one click. */
function useChanges(id: string) {
  const queries = useQueryClient();
  const showToast = useShowToast();
  const { failure, setMessage, fail } = useFailure();
  const shared = {
    onError: (error: Parameters<typeof fail>[0]) => fail(error, 'Nothing was decided'),
    async onSettled() {
      await queries.invalidateQueries();
      // The row is gone, and the button with it.
      document.getElementById('rows')?.focus();
    },
  };
  const decide = trpc.imports.decide.useMutation({
    ...shared,
    onSuccess(_nothing, { row, matter }) {
      setMessage('');
      const text = matter ? `It is about ${matter}.` : 'It is not ours.';
      showToast({ kind: 'success', title: `Row ${row}`, text });
    },
  });
  const open = trpc.imports.open.useMutation({
    ...shared,
    onSuccess(_nothing, { row }) {
      setMessage('');
      const title = row === null ? 'All rows that can be' : `Row ${row}`;
      showToast({ kind: 'success', title, text: 'A matter is opened when the import is saved.' });
    },
  });
  const isPending = decide.isPending || open.isPending;
  return {
    failure,
    decide(row: number, matter: string | null) {
      if (!isPending) decide.mutate({ id, row, matter });
    },
    open(row: number | null) {
      if (!isPending) open.mutate({ id, row });
    },
  };
}

/** A matter and how it stands now. */
function Known({ matter, name, birth, lastFour, ...standing }: NonNullable<Row['matter']>) {
  const who = [
    name,
    birth ? `born ${shortDate(birth)}` : 'no date of birth',
    lastFour ? `number ending in ${lastFour}` : 'no number',
  ].join(', ');
  return (
    <>
      <Link to={matterPath(matter)}>{matter}</Link>, {who}. Now: {standingText(standing)}
    </>
  );
}
