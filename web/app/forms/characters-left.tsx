import { useEffect, useState } from 'react';
import { countId } from './field-ids.ts';
import { useHydrated } from './hydrated.ts';

/** A pause this long is the end of a thought: then a screen reader may say how much room there is. */
const pauseMs = 1_000;

/**
 * How long a text may be, below its field; with script, how much of that is left while it is typed. Eyes see the count at
 * once, and ears hear it after a pause, because a count at every key would talk over the typing.
 *
 * @param id of the field, which names `countId(id)` among what describes it.
 */
export function CharactersLeft({ id, most, text }: { id: string; most: number; text: string }) {
  const hydrated = useHydrated();
  const left = most - countCharacters(text);
  const said = useAfterPause(leftInWords(left));
  return (
    <div className="characters-left">
      <p id={countId(id)} className={hydrated ? 'visually-hidden' : 'hint'}>
        {`You can type up to ${most.toLocaleString('en-US')} characters.`}
      </p>
      {hydrated ? (
        <p className={left < 0 ? 'hint too-many' : 'hint'} aria-hidden="true">
          {leftInWords(left)}
        </p>
      ) : null}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** @returns the characters as the form's rules count them: without white space at the ends, an emoji as one. */
export function countCharacters(text: string): number {
  return [...text.trim().replaceAll('\r\n', '\n')].length;
}

export function leftInWords(left: number): string {
  const count = Math.abs(left).toLocaleString('en-US');
  const noun = Math.abs(left) === 1 ? 'character' : 'characters';
  return left < 0 ? `You have ${count} ${noun} too many` : `You have ${count} ${noun} left`;
}

/** @returns the words once they have stood for a moment; nothing at first, since nothing was typed yet. */
function useAfterPause(words: string): string {
  const [first] = useState(words);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (words === first && said === '') return;
    const timer = window.setTimeout(() => setSaid(words), pauseMs);
    return () => window.clearTimeout(timer);
  }, [words, first, said]);
  return said;
}
