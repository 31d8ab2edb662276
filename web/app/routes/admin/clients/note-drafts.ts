/** A note that is being written. */
interface Draft {
  /** Of its form. */
  key: string;
  text: string;
}

const prefix = 'note/';

/**
 * Keeps what is typed in a note for as long as this tab is open, so that a reload, a lost connection or the end of the
 * session loses nothing.
 */
export function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // The browser keeps nothing for us, and the note can be written all the same.
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
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (!name.startsWith(prefix)) continue;
      const draft = readDraft(name.slice(prefix.length));
      if (!draft || keys.includes(draft.key)) sessionStorage.removeItem(name);
    }
  } catch {
    // There are none.
  }
}
