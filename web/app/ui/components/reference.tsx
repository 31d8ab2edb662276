/**
 * A code to be read out or written down: in large type, and spelled out for a screen reader.
 *
 * @param children the button that copies it, on pages with script.
 */
export function Reference({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <>
      <strong className="reference-large" aria-hidden="true">
        {text}
      </strong>
      <span className="visually-hidden">: {spelled(text)}</span>
      {children}
    </>
  );
}

/** @returns letters and digits one by one, as a screen reader should say them. */
function spelled(text: string): string {
  return [...text].map((letter) => (letter === '-' ? 'dash' : letter)).join(' ');
}
