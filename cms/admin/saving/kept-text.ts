import type { Data } from './save-channel.ts';

/** Typed text that is not stored on the server yet, kept in this browser only. */
export interface KeptText {
  /** Milliseconds since 1970. */
  at: number;
  data: Data;
}

const prefix = 'claimdesk.unsaved';

/** Passwords are neither kept nor shown, and a file can't be: it is chosen again. */
export const secretsAndFiles: readonly string[] = ['password', 'confirm-password', 'currentPassword', 'file'];

/** @param path of the document, such as `/cms/api/articles/1234`. */
function keyOf(user: string, path: string): string {
  return `${prefix}:${user}:${path}`;
}

export function readKept(user: string, path: string): KeptText | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user, path)) ?? 'null');
  } catch {
    return null;
  }
}

/** If the browser's storage is full nothing is kept; the page still warns before it is left. */
export function keep(user: string, path: string, text: KeptText): void {
  const data = Object.fromEntries(
    Object.entries(text.data).filter(([name]) => !secretsAndFiles.includes(name)),
  );
  try {
    localStorage.setItem(keyOf(user, path), JSON.stringify({ ...text, data }));
  } catch {}
}

/** Forgets what was kept, unless more was typed after `savedAt`. */
export function forget(user: string, path: string, savedAt = Number.POSITIVE_INFINITY): void {
  const kept = readKept(user, path);
  if (kept && kept.at <= savedAt) localStorage.removeItem(keyOf(user, path));
}
