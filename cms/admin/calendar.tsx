'use client';

import { easternInput, mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useAuth, useDocumentInfo, useFormModified } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { useEffect, useRef, useState } from 'react';
import type { Entry } from '../scheduling/calendar.ts';
import { askCms } from './ask-cms.ts';

const refreshEveryMs = 20_000;

async function ask(path: string, method?: string, data?: object): Promise<Entry[]> {
  return (await askCms<{ entries: Entry[] }>(path, method, data)).entries;
}

/** Schedules publishing and unpublishing, and shows what is scheduled and what failed. */
export function Calendar() {
  const { id, collectionSlug } = useDocumentInfo();
  const { user } = useAuth();
  const modified = useFormModified();
  const [entries, setEntries] = useState<Entry[]>([]);
  const [status, setStatus] = useState('');
  const [type, setType] = useState('publish');
  const [at, setAt] = useState('');
  const changes = useRef(0);
  const path = `${collectionSlug}/${id}/calendar`;
  useEffect(() => {
    if (!id) return;
    let current = true;
    const refresh = () => {
      const before = changes.current;
      ask(`${collectionSlug}/calendar?document=${id}`)
        // A list that was read before a change lacks it.
        .then((found) => current && changes.current === before && setEntries(found))
        .catch(() => {});
    };
    refresh();
    const timer = setInterval(refresh, refreshEveryMs);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [id, collectionSlug]);
  const change = async (work: Promise<Entry[]>, done: string) => {
    changes.current += 1;
    const own = changes.current;
    try {
      const found = await work;
      if (changes.current === own) {
        changes.current += 1;
        setEntries(found);
      }
      setStatus(done);
      return true;
    } catch (error) {
      setStatus((error as Error).message);
      return false;
    }
  };
  const add = async () => {
    const words = `${type === 'publish' ? 'Will be published' : 'Will be taken back'} at the time below.`;
    if (await change(ask(path, 'POST', { type, at }), words)) setAt('');
  };
  const mayPublish = user?.role === 'publisher' || user?.role === 'admin';
  if (!id || (!mayPublish && entries.length === 0)) return null;
  return (
    <section className="field-type calendar" aria-label="Calendar">
      <p className="field-label">Calendar</p>
      <p role="status" className="calendar__status">
        {status}
      </p>
      <ul className="calendar__entries">
        {entries.map((entry) => (
          <li key={entry.id} data-failed={Boolean(entry.failure)}>
            {describe(entry)}{' '}
            {mayPublish ? (
              <button
                type="button"
                className="saving__button"
                aria-label={`${entry.failure ? 'Put this notice away' : 'Cancel'}: ${describe(entry)}`}
                onClick={() => void change(ask(`${path}/${entry.id}`, 'DELETE'), 'Taken off the calendar.')}
              >
                {entry.failure ? 'Put this notice away' : 'Cancel'}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayPublish ? (
        <details>
          <summary>Publish or take back later</summary>
          <p>
            <label htmlFor="calendar-type">What happens</label>
            <select id="calendar-type" value={type} onChange={(event) => setType(event.target.value)}>
              <option value="publish">Publish the latest draft</option>
              <option value="unpublish">Take it back</option>
            </select>
          </p>
          <p>
            <label htmlFor="calendar-at">When (Eastern time)</label>
            <input
              id="calendar-at"
              type="datetime-local"
              value={at}
              min={easternInput(Date.now())}
              onChange={(event) => setAt(event.target.value)}
            />
          </p>
          <button type="button" className="saving__button" disabled={modified} onClick={() => void add()}>
            {modified ? 'Waiting until your text is saved' : 'Put on the calendar'}
          </button>
        </details>
      ) : null}
    </section>
  );
}

function describe({ type, at, by, failure }: Entry): string {
  const what = type === 'publish' ? 'published' : 'taken back';
  return failure
    ? `Was not ${what} on ${mediumEasternDateTime(at)}. ${failure}`
    : `Will be ${what} on ${mediumEasternDateTime(at)}, scheduled by ${by}.`;
}

/** One request serves all rows of a list. */
const asked = new Map<string, { at: number; entries: Promise<Entry[]> }>();
const rememberMs = 5_000;

function entriesOf(collection: string): Promise<Entry[]> {
  const known = asked.get(collection);
  if (known && Date.now() - known.at < rememberMs) return known.entries;
  const entries = ask(`${collection}/calendar`).catch(() => []);
  asked.set(collection, { at: Date.now(), entries });
  return entries;
}

/** The scheduled changes of one row of a list. */
export function CalendarCell({ collectionSlug, rowData }: DefaultCellComponentProps) {
  const [entry, setEntry] = useState<Entry>();
  const id = String(rowData.id);
  useEffect(() => {
    let current = true;
    void entriesOf(collectionSlug).then(
      (entries) => current && setEntry(entries.find(({ document }) => document === id)),
    );
    return () => {
      current = false;
    };
  }, [collectionSlug, id]);
  if (!entry) return <span aria-hidden="true">-</span>;
  if (entry.failure) return <strong>Failed on {mediumEasternDateTime(entry.at)}</strong>;
  return (
    <span>
      {entry.type === 'publish' ? 'Publish' : 'Take back'} {mediumEasternDateTime(entry.at)}
    </span>
  );
}
