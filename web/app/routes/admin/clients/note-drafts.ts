import { useLayoutEffect } from 'react';
import { staffSession } from '#web/app/routes/admin/staff-session.ts';

/** A note that is being written. */
interface Draft {
  /** Of its form. */
  key: string;
  text: string;
}

const prefix = 'note/';
/** The account whose drafts this tab keeps. */
const ownerName = 'note-drafts-of';

/**
 * Keeps what is typed in a note for as long as this tab is open, so that a reload, a lost connection or the end of the
 * session loses nothing.
 */
export function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // Storage is disabled; the note can be written all the same.
  }
}

export function readDraft(name: string): Draft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null');
    return typeof kept?.key === 'string' && typeof kept.text === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // There is none.
  }
}

/** Forgets the drafts of notes that are saved. @param keys of their forms. */
export function forgetSavedDrafts(keys: string[]): void {
  forgetDrafts((draft) => keys.includes(draft.key));
}

/**
 * Forgets all drafts when their writer logs out, and at the latest when another account signs in on this tab.
 *
 * @param staffId of the account that is signed in; undefined where that is not known because its page failed.
 */
export function useOwnDrafts(staffId?: string): void {
  // Before the effects of forms, which read them.
  useLayoutEffect(() => {
    try {
      if (staffId === undefined) return;
      if (sessionStorage.getItem(ownerName) !== staffId) forgetDrafts(() => true);
      sessionStorage.setItem(ownerName, staffId);
    } catch {
      // The browser keeps none.
    }
    const onSubmit = ({ target }: SubmitEvent) => {
      const isLogOut = target instanceof HTMLFormElement && target.action.endsWith(staffSession.logoutPath);
      if (isLogOut) forgetDrafts(() => true);
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, [staffId]);
}

function forgetDrafts(matches: (draft: Draft) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (!name.startsWith(prefix)) continue;
      const draft = readDraft(name.slice(prefix.length));
      if (!draft || matches(draft)) sessionStorage.removeItem(name);
    }
  } catch {
    // There are none.
  }
}
