import { type RejectionReason, rejectionReasons } from '@claimdesk/forms/define-intake';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, messageOf, trpc } from '#web/app/trpc.ts';
import { Letter } from './letter.tsx';
import { capitalized, type Queue, type SubmissionRow } from './queues.ts';

/** Which rows of a list are ticked. */
export interface Ticks {
  has(id: string): boolean;
  set(ids: readonly string[], on: boolean): void;
}

export function useTicks(): Ticks {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => ids.has(id),
    set: (changed, on) =>
      setIds((before) => {
        const after = new Set(before);
        for (const id of changed) on ? after.add(id) : after.delete(id);
        return after;
      }),
  };
}

/** One row of a run, with what undoes it. */
interface Item extends Pick<SubmissionRow, 'id' | 'name'> {
  work(): Promise<unknown>;
  undo?(): Promise<unknown>;
}

interface Run {
  /** As in "Rejecting: 7 of 12" and "12 rejected". */
  words: { doing: string; done: string };
  items: readonly Item[];
  done: readonly Item[];
  failures: readonly { item: Item; why: string }[];
}

interface TickedRowsProps {
  queue: Queue;
  rows: readonly SubmissionRow[];
  ticks: Ticks;
}

/**
 * What can be done with several rows of a list at once: one call after the other, so that each is on record and may be refused on its
 * own, with how far it is, which failed and why, and a way to undo it.
 */
export function TickedRows({ queue, rows, ticks }: TickedRowsProps) {
  const can = usePermissions();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const isRunning = run !== null && run.done.length + run.failures.length < run.items.length;
  const ticked = rows.filter(({ id }) => ticks.has(id));
  const status = useRef<HTMLParagraphElement>(null);
  const wasRunning = useRef(false);
  // What was pressed may be gone, and what came of it is what matters now.
  useEffect(() => {
    if (wasRunning.current && !isRunning) status.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);

  async function start(words: Run['words'], items: readonly Item[]) {
    if (isRunning) return;
    let now: Run = { words, items, done: [], failures: [] };
    setRun(now);
    for (const item of items) {
      try {
        await item.work();
        now = { ...now, done: [...now.done, item] };
      } catch (error) {
        if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
        const why = messageOf(error) ?? 'Something went wrong on our side. Please try again.';
        now = { ...now, failures: [...now.failures, { item, why }] };
      }
      setRun(now);
    }
    const done = now.done.map(({ id }) => id);
    ticks.set(done, false);
    await queries.invalidateQueries();
  }
  const undoable = isRunning ? [] : (run?.done.flatMap((item) => (item.undo ? [item] : [])) ?? []);

  return (
    <section className="ticked" aria-label="Selected rows">
      <div className="button-row">
        <label className="check">
          <input
            type="checkbox"
            checked={ticked.length > 0 && ticked.length === rows.length}
            onChange={({ currentTarget: { checked } }) => {
              ticks.set(
                rows.map(({ id }) => id),
                checked,
              );
              setRun(isRunning ? run : null);
            }}
          />
          <span>Select all {rows.length} shown</span>
        </label>
        <p role="status" ref={status} tabIndex={-1}>
          {run ? runText(run, isRunning) : ticked.length > 0 ? `${ticked.length} selected` : null}
        </p>
        {isRunning ? (
          <progress value={run.done.length + run.failures.length} max={run.items.length} aria-hidden="true" />
        ) : null}
        {undoable.length > 0 ? (
          <button
            type="button"
            className="button secondary small"
            onClick={() =>
              void start(
                { doing: 'Undoing', done: 'undone' },
                undoable.map(({ id, name, undo }) => ({
                  id,
                  name,
                  work: () => undo?.() ?? Promise.resolve(),
                })),
              )
            }
          >
            Undo {undoable.length}
          </button>
        ) : null}
      </div>
      {run && run.failures.length > 0 ? (
        <ul>
          {run.failures.map(({ item: { id, name }, why }) => (
            <li key={id}>
              <strong>{name || 'No name'}</strong>: {why}
            </li>
          ))}
        </ul>
      ) : null}
      {ticked.length > 0 && !isRunning ? (
        <div className="button-row">
          {queue.calls && can(`${queue.name}.assign`) ? (
            <Give queue={queue} ticked={ticked} start={start} />
          ) : null}
          {can(`${queue.name}.decide`) ? <Reject queue={queue} ticked={ticked} start={start} /> : null}
        </div>
      ) : null}
    </section>
  );
}

function runText({ words, items, done, failures }: Run, isRunning: boolean): string {
  if (isRunning) return `${words.doing}: ${done.length + failures.length} of ${items.length}`;
  if (failures.length === 0) return `${done.length} ${words.done}`;
  return `${done.length} of ${items.length} ${words.done}. These were not:`;
}

interface ActionProps {
  queue: Queue;
  ticked: readonly SubmissionRow[];
  start(words: Run['words'], items: readonly Item[]): Promise<void>;
}

const nobody = 'nobody';

function Give({ queue: { name: queue }, ticked, start }: ActionProps) {
  const { client } = trpc.useUtils();
  const { data: owners = [] } = trpc.staff.owners.useQuery();
  const [chosen, setChosen] = useState('');
  const select = useId();
  function give() {
    const to = chosen === nobody ? null : chosen;
    void start(
      { doing: 'Giving', done: 'given' },
      ticked.map(({ id, name, owner }) => {
        const before = owner?.id ?? null;
        return {
          ...{ id, name },
          work: () => client[queue].assign.mutate({ id, owner: to, seen: before }),
          undo: () => client[queue].assign.mutate({ id, owner: before, seen: to }),
        };
      }),
    );
  }
  return (
    <div className="button-row">
      <label className="visually-hidden" htmlFor={select}>
        Give them to
      </label>
      <select
        id={select}
        className="input"
        value={chosen}
        onChange={({ target: { value } }) => setChosen(value)}
      >
        <option value="">Give to…</option>
        {owners.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={nobody}>Nobody</option>
      </select>
      {chosen ? (
        <button type="button" className="button secondary" onClick={give}>
          Give {ticked.length}
        </button>
      ) : null}
    </div>
  );
}

/** Only of those that nobody has decided about: another decision is made one by one, by whoever has read what it was. */
function Reject({ queue, ticked, start }: ActionProps) {
  const undecided = ticked.filter(({ status }) => status === 'pending');
  const decided = ticked.length - undecided.length;
  const { name: queueName, rejection, decide } = queue;
  const { client } = trpc.useUtils();
  const [reason, setReason] = useState<RejectionReason | ''>('');
  const select = useId();
  function reject() {
    void start(
      { doing: decide.rejected.label, done: queue.statuses.rejected.toLowerCase() },
      undecided.map(({ id, name }) => ({
        ...{ id, name },
        work: () =>
          client[queueName].decide.mutate({
            ...{ id, decision: 'rejected', seen: 'pending' },
            ...(reason && { reason }),
          }),
        undo: () => client[queueName].takeBack.mutate({ id }),
      })),
    );
  }
  return (
    <>
      <div className="button-row">
        {rejection && undecided.length > 0 ? (
          <>
            <label className="visually-hidden" htmlFor={select}>
              Reject them because
            </label>
            <select
              id={select}
              className="input"
              value={reason}
              onChange={({ target: { value } }) => setReason(value as RejectionReason | '')}
            >
              <option value="">Reject because…</option>
              {rejectionReasons.map((each) => (
                <option key={each} value={each}>
                  {capitalized(each)}
                </option>
              ))}
            </select>
          </>
        ) : null}
        {undecided.length > 0 && (!rejection || reason) ? (
          <button type="button" className="button secondary danger" onClick={reject}>
            {decide.rejected.label} {undecided.length}
          </button>
        ) : null}
        {decided > 0 ? <p className="hint">{decided} already decided</p> : null}
      </div>
      {rejection && reason && undecided.length > 0 ? <LetterOf queue={queue} ticked={undecided} /> : null}
    </>
  );
}

/** What goes out, as the first of them reads it. */
function LetterOf({ queue, ticked: [first] }: Pick<ActionProps, 'queue' | 'ticked'>) {
  const [isOpen, setOpen] = useState(false);
  const { data } = trpc[queue.name].rejection.useQuery({ id: first?.id ?? '' }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The letter that goes out in ten minutes</summary>
      {data?.letter ? (
        <Letter letter={data.letter} />
      ) : (
        <p>{data ? 'There is no email address, so no letter goes out.' : 'Loading…'}</p>
      )}
    </details>
  );
}
