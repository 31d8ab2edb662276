import { useState } from 'react';

/** Copies a text to the clipboard and says so. Without script, one click on the text itself selects all of it. */
export function CopyButton({ text, label }: { text: string; label: React.ReactNode }) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus('Copied');
    } catch {
      setStatus('Your browser does not let us copy. Please write it down.');
    }
  };
  return (
    <span className="copy needs-script">
      <button type="button" className="button secondary small" onClick={copy}>
        {label}
      </button>
      <span role="status">{status}</span>
    </span>
  );
}
