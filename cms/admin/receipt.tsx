'use client';

import { mediumEasternDateTimeWithSeconds } from '@claimdesk/forms/eastern-time';
import { useDocumentEvents, useDocumentInfo, useFormModified } from '@payloadcms/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Check, Place } from '../publish-checks/receipt.ts';
import { askCms } from './ask-cms.ts';
import { type Progress, watchPublication } from './watch-publication.ts';

interface StoredReceipt {
  id: string;
  kind: 'published' | 'takenBack';
  at: string;
  by: string;
  places: Place[];
  check?: Check | null;
}

/** A scheduled change happens without a click, so an open page polls for it. */
const refreshEveryMs = 20_000;

/** Shows where a publication has arrived, as checked by this browser on the public pages. */
export function Receipt() {
  const { id, lastUpdateTime, hasPublishedDoc, unpublishedVersionCount } = useDocumentInfo();
  const modified = useFormModified();
  const { mostRecentUpdate } = useDocumentEvents();
  const [receipts, setReceipts] = useState<StoredReceipt[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the others says that there may be a new receipt
  useEffect(() => {
    if (!id) return;
    let current = true;
    const refresh = () =>
      readReceipts(String(id))
        .then((found) => current && setReceipts(found))
        .catch(() => {});
    void refresh();
    const timer = setInterval(refresh, refreshEveryMs);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [id, mostRecentUpdate, lastUpdateTime, hasPublishedDoc]);
  const [newest, ...older] = receipts;
  if (!newest) return null;
  return (
    <section className="field-type receipt" aria-label="Publishing receipt">
      <p className="field-label">On the site</p>
      {hasPublishedDoc && (modified || unpublishedVersionCount > 0) ? (
        <p className="receipt__line">
          <strong>Your latest changes are not public yet.</strong> Visitors see the version below.
        </p>
      ) : null}
      <Newest key={newest.id} receipt={newest} />
      {older.length > 0 ? (
        <details>
          <summary>Before that</summary>
          <ul>
            {older.map((receipt) => (
              <li key={receipt.id}>
                {headline(receipt)} by {receipt.by}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

async function readReceipts(document: string): Promise<StoredReceipt[]> {
  const query = `where[document][equals]=${document}&sort=-at&limit=5&depth=0`;
  return (await askCms<{ docs: StoredReceipt[] }>(`receipts?${query}`)).docs;
}

/** Needs its receipt's id as its key: it is checked once, and what the browser found stays with it. */
function Newest({ receipt }: { receipt: StoredReceipt }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const watch = useEffectEvent((signal: AbortSignal) => {
    if (!receipt.check) void watchPublication(receipt, setProgress, signal);
  });
  useEffect(() => {
    const stop = new AbortController();
    watch(stop.signal);
    return () => stop.abort();
  }, []);
  const check = progress?.check ?? receipt.check ?? null;
  return (
    <>
      <p className="receipt__line">
        <strong>{headline(receipt)}</strong> by {receipt.by}.
      </p>
      <p className="receipt__line" role="status">
        {sentence(receipt, check, progress)}
      </p>
      <ul>
        {receipt.places.map((place) => (
          <li key={place.path} data-state={stateOf(place, check, progress)}>
            <a href={place.path} target="_blank" rel="noopener">
              {place.name}
            </a>{' '}
            {words[stateOf(place, check, progress)]}
          </li>
        ))}
      </ul>
    </>
  );
}

type State = 'found' | 'looking' | 'late' | 'missing';
const words: Record<State, string> = {
  found: '✓ checked',
  looking: 'is being checked',
  late: 'not there yet, trying again',
  missing: 'still shows the old version',
};

function stateOf({ path }: Place, check: Check | null, progress: Progress | null): State {
  if (check) return check.missing.includes(path) ? 'missing' : 'found';
  if (progress?.found.includes(path)) return 'found';
  return progress?.late ? 'late' : 'looking';
}

function headline({ kind, at }: StoredReceipt): string {
  return `${kind === 'published' ? 'Live since' : 'Taken back'} ${mediumEasternDateTimeWithSeconds(at)} Eastern time`;
}

function sentence(receipt: StoredReceipt, check: Check | null, progress: Progress | null): string {
  if (!check) return progress?.late ? 'Not everywhere yet, trying again.' : 'Checking the public pages.';
  if (check.missing.length > 0)
    return 'Some pages do not show it after a minute. Please ask for help: the site may be behind.';
  const what = receipt.kind === 'published' ? 'Public' : 'Gone';
  return check.ms === null
    ? `${what} on every page below, checked from a browser.`
    : `${what} on every page below ${duration(check.ms)} after the click, checked from your browser.`;
}

function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
