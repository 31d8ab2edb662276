import { useEffect, useState } from 'react';
import { countId } from './field-ids.ts';
import { useHydrated } from './hydrated.ts';

/** How long typing has to pause before screen readers announce the count. */
const pauseMs = 1_000;

/**
 * The maximum length of a text, below its field; with JavaScript, a live count of the characters left. The visible count
 * updates on every key, the announced one only after a pause, because announcing every key would talk over the typing.
 *
 * @param id the field's id; its `aria-describedby` has to include `countId(id)`.
 */
export function CharactersLeft({ id, maxLength, text }: { id: string; maxLength: number; text: string }) {
  const hydrated = useHydrated();
  const remaining = maxLength - countCharacters(text);
  const announced = useDebounced(describeRemaining(remaining));
  return (
    <div className="characters-left">
      <p id={countId(id)} className={hydrated ? 'visually-hidden' : 'hint'}>
        {`You can type up to ${maxLength.toLocaleString('en-US')} characters.`}
      </p>
      {hydrated ? (
        <p className={remaining < 0 ? 'hint too-many' : 'hint'} aria-hidden="true">
          {describeRemaining(remaining)}
        </p>
      ) : null}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </div>
  );
}

/** @returns the length as the form's validation counts it: trimmed, in code points, a line break as one. */
export function countCharacters(text: string): number {
  return [...text.trim().replaceAll('\r\n', '\n')].length;
}

export function describeRemaining(remaining: number): string {
  const count = Math.abs(remaining).toLocaleString('en-US');
  const noun = Math.abs(remaining) === 1 ? 'character' : 'characters';
  return remaining < 0 ? `You have ${count} ${noun} too many` : `You have ${count} ${noun} left`;
}

/** @returns the text after it has not changed for `pauseMs`; '' until the first change. */
function useDebounced(text: string): string {
  const [initial] = useState(text);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (text === initial && announced === '') return;
    const timer = window.setTimeout(() => setAnnounced(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, initial, announced]);
  return announced;
}
