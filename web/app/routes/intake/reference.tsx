import { CopyButton } from './copy-button.tsx';

/** Letters and digits to be read out or written down: large, and one by one for a screen reader. */
export function Reference({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <>
      <strong className="reference-large" aria-hidden="true">
        {text}
      </strong>
      <span className="visually-hidden">: {spelled(text)}</span>
      <CopyButton text={text} label={copyLabel} />
    </>
  );
}

/** @returns letters and digits one by one, as a screen reader has to say them. */
export function spelled(text: string): string {
  return [...text].map((letter) => (letter === '-' ? 'dash' : letter)).join(' ');
}
