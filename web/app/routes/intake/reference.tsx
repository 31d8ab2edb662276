/** Letters and digits to be read out or written down: large, and one by one for a screen reader. */
export function Reference({ text }: { text: string }) {
  return (
    <>
      <strong className="reference-large" aria-hidden="true">
        {text}
      </strong>
      <span className="visually-hidden">: {spelled(text)}</span>
    </>
  );
}

function spelled(text: string): string {
  return [...text].map((letter) => (letter === '-' ? 'dash' : letter)).join(' ');
}
