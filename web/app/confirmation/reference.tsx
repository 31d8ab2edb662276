import { useState } from 'react';

/**
 * A code to be read out or written down: in large type, and spelled out for a screen reader.
 *
 * @param copyLabel label of the button that copies it; left out on pages without script.
 */
export function Reference({ text, copyLabel }: { text: string; copyLabel?: string | undefined }) {
  return (
    <>
      <strong className="reference-large" aria-hidden="true">
        {text}
      </strong>
      <span className="visually-hidden">: {spelled(text)}</span>
      {copyLabel ? <CopyButton text={text} label={copyLabel} /> : null}
    </>
  );
}

/** @returns letters and digits one by one, as a screen reader should say them. */
function spelled(text: string): string {
  return [...text].map((letter) => (letter === '-' ? 'dash' : letter)).join(' ');
}

/** Copies a text to the clipboard and says so. Without script, one click on the text itself selects all of it. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Your browser does not let us copy. Please write it down.');
    }
  };
  return (
    <span className="copy needs-script">
      <button type="button" className="button secondary small" onClick={copy}>
        {label}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
