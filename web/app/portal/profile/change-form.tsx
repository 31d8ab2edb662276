import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ClientActionFunctionArgs,
  type Fetcher,
  type ShouldRevalidateFunctionArgs,
  useFetcher,
  useFetchers,
} from 'react-router';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Toast } from '#web/app/ui/components/toast-card.tsx';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';
import { type Outcome, sendFromBrowser } from '#web/app/ui/sending/outcome.ts';
import { useFocusPassedOn } from './profile-focus.ts';
import { type Entry, type EntryAction, failureOf, type Kind, pathOf } from './profile-words.ts';

/** The result of a change that the page's script sent. */
export type ChangeOutcome =
  | { kind: 'done'; toast: Omit<Toast, 'undo'>; change: { kind: Kind; action: EntryAction; id: string } }
  | (Extract<Outcome, { kind: 'problems' }> & {
      /** Of the entry that the form was opened with. */
      revision: number;
      /** Whether the entry was changed in the meantime. */
      isConflict: boolean;
    })
  | Exclude<Outcome, { kind: 'problems' }>;

interface Change {
  kind: Kind;
  action: EntryAction;
  id: string;
  revision?: number;
}

/** The client action of these pages. */
export function sendChange({ serverAction }: Pick<ClientActionFunctionArgs, 'serverAction'>) {
  return sendFromBrowser(() => serverAction<ChangeOutcome>());
}

/** After a failed connection nothing can be reloaded, so the page stays as it is. */
export function readAgain({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const outcome = actionResult as ChangeOutcome | undefined;
  if (!outcome) return defaultShouldRevalidate;
  return outcome.kind === 'done' || outcome.kind === 'problems';
}

/** What a form of these pages posts besides its questions. */
export function ChangeFields({ kind, action, id, revision }: Change) {
  const hydrated = useHydrated();
  return (
    <>
      <input type="hidden" name="_do" value={action} />
      <input type="hidden" name="_kind" value={kind} />
      <input type="hidden" name="_id" value={id} />
      {revision === undefined ? null : <input type="hidden" name="_revision" value={revision} />}
      {hydrated ? <input type="hidden" name="_script" value="on" /> : null}
    </>
  );
}

interface ButtonProps extends Change {
  className?: string;
  label: string;
  /** The entry's name. */
  about: string;
  /** Hides the button. It stays in the page to report the result of the last press. */
  hidden?: boolean;
}

/** A button that changes an entry. With script the page shows the change at once, and reverts it if it fails. */
export function ChangeButton({
  className = 'button secondary small',
  label,
  about,
  hidden = false,
  ...change
}: ButtonProps) {
  const fetcher = useFetcher<ChangeOutcome>();
  useOutcome(fetcher, change);
  const form = useRef<HTMLFormElement>(null);
  useFocusPassedOn(form);
  return (
    <fetcher.Form ref={form} method="post" action={pathOf[change.kind]} hidden={hidden}>
      <ChangeFields {...change} />
      <button type="submit" className={className} aria-label={`${label}: ${about}`}>
        {label}
      </button>
    </fetcher.Form>
  );
}

/** Reports the result of a change, and offers to undo a deletion. */
function useOutcome(fetcher: Fetcher<ChangeOutcome>, { kind, action }: Change): void {
  const showToast = useShowToast();
  const undo = useUndo(kind);
  const { data: outcome } = fetcher;
  const reported = useRef<ChangeOutcome>(undefined);
  useEffect(() => {
    // Once: the button may get another action when the list was read again, and would take the place of what was said since.
    if (!outcome || outcome === reported.current) return;
    reported.current = outcome;
    if (outcome.kind !== 'done') {
      showToast({ kind: 'error', title: failureOf(kind, action), text: reasonOf(outcome) });
      return;
    }
    const { change, toast } = outcome;
    showToast(change.action === 'remove' ? { ...toast, undo: () => undo(change) } : toast);
  }, [outcome, kind, action, showToast, undo]);
}

function reasonOf(outcome: Exclude<ChangeOutcome, { kind: 'done' }>): string {
  if (outcome.kind === 'problems') return outcome.text;
  return outcome.kind === 'offline'
    ? 'You seem to be offline. Check your connection, then try again, or call us.'
    : 'Please try again, or call us.';
}

/** One for each page, because the entry that is brought back is no longer on it. */
const undoKey = (kind: Kind) => `undo ${pathOf[kind]}`;

function useUndo(page: Kind) {
  const { submit } = useFetcher<ChangeOutcome>({ key: undoKey(page) });
  return useCallback(
    ({ kind, id }: { kind: Kind; id: string }) => {
      const posted = { _do: 'restore', _kind: kind, _id: id, _script: 'on' };
      void submit(posted, { method: 'post', action: pathOf[kind] });
    },
    [submit],
  );
}

/** Reports the result of undoing. The page has it once. */
export function UndoOutcome({ kind }: { kind: Kind }) {
  const fetcher = useFetcher<ChangeOutcome>({ key: undoKey(kind) });
  useOutcome(fetcher, { kind, action: 'restore', id: '' });
  return null;
}

/** An entry as the page shows it while changes are pending. */
export interface PendingEntry extends Entry {
  /** Deleted, or being deleted: no longer shown. It stays in the page to report the result. */
  isGone: boolean;
}

/** @returns the entries as they will be once all pending changes have succeeded. */
export function usePending(kind: Kind, entries: Entry[], consentField = ''): PendingEntry[] {
  const deleted = useDeleted(entries);
  const sent = useFetchers().flatMap(({ formData }) => formData ?? []);
  return sent
    .filter((posted) => posted.get('_kind') === kind)
    .reduce(
      (shown, posted) => shown.map((entry) => afterChange(entry, posted, consentField)),
      [
        ...entries.map((entry) => ({ ...entry, isGone: false })),
        ...deleted.map((entry) => ({ ...entry, isGone: true })),
      ],
    );
}

/** @returns the entries that the page showed before and that are no longer there. */
function useDeleted(entries: Entry[]): Entry[] {
  const [seen, setSeen] = useState({ entries, deleted: [] as Entry[] });
  if (seen.entries === entries) return seen.deleted;
  const isThere = new Set(entries.map(({ id }) => id));
  const deleted = [...seen.entries, ...seen.deleted].filter(({ id }) => !isThere.has(id));
  setSeen({ entries, deleted });
  return deleted;
}

function afterChange(entry: PendingEntry, posted: FormData, consentField: string): PendingEntry {
  const isMeant = posted.get('_id') === entry.id;
  switch (posted.get('_do')) {
    case 'make-primary':
      return { ...entry, isPrimary: isMeant };
    case 'remove':
      return isMeant ? { ...entry, isGone: true } : entry;
    case 'grant':
    case 'revoke':
      if (!isMeant) return entry;
      return {
        ...entry,
        // What is done next follows this change, before the list is read again.
        revision: entry.revision + 1,
        answers: { ...entry.answers, [consentField]: posted.get('_do') === 'grant' },
      };
    default:
      return entry;
  }
}

/** @returns the answers of an entry that is being added, or null. */
export function useAdding(kind: Kind): Record<string, string> | null {
  const added = useFetchers().find(
    ({ formData, state }) =>
      state === 'submitting' && formData?.get('_do') === 'add' && formData.get('_kind') === kind,
  );
  if (!added?.formData) return null;
  return Object.fromEntries([...added.formData].map(([name, value]) => [name, String(value)]));
}
