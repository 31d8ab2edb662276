import { createContext, useContext, useEffect, useRef } from 'react';

/** Reads every field of a form from its elements; undefined where a form posts natively and is checked by the server alone. */
export const FieldReadersContext = createContext<Set<() => void> | undefined>(undefined);

/**
 * Reads a field after hydration and again before its form is checked: what was typed before the script ran, and what a
 * browser or password manager filled in, fires no event.
 *
 * @param read reports what the field holds, if that is news.
 */
export function useFieldReader(read: () => void): void {
  const readers = useContext(FieldReadersContext);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const reader = () => latest.current();
    reader();
    readers?.add(reader);
    return () => void readers?.delete(reader);
  }, [readers]);
}
