import { useEffect, useRef, useState } from 'react';
import type { Outputs } from '#web/app/trpc.ts';
import { CharactersLeft } from '#web/app/ui/forms/characters-left.tsx';
import { countId } from '#web/app/ui/forms/field-ids.ts';
import { AgreementText } from './agreement-text.tsx';

const notesAtMost = 2_000;

interface AgreementProps {
  agreement: Outputs['contracts']['agreement'];
  firmName: string;
}

/** The agreement on the page where it is signed, so that signers see what they sign. */
export function AgreementAgain({ agreement, firmName }: AgreementProps) {
  return (
    <section className="agreement-again" aria-labelledby="agreement-again">
      <h2 id="agreement-again">What you sign</h2>
      <p>
        You sign the {agreement.title} with {firmName}. The whole text is here. Who represents you before
        Social Security: {agreement.representative}.
      </p>
      <details className="fold">
        <summary>Read the agreement again</summary>
        <h3>{agreement.title}</h3>
        <p>{agreement.lead}</p>
        <AgreementText agreement={agreement} level={4} />
      </details>
      <p>
        You also agree to our{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener">
          privacy policy (opens in a new tab)
        </a>
        .
      </p>
    </section>
  );
}

/** Notes are optional and are never sent, so the box has no name and no form posts it. */
export function Notes() {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // Picks up what was typed before the page's script ran.
  useEffect(() => setText(field.current?.value ?? ''), []);
  return (
    <div className="field notes">
      <label htmlFor="notes">
        Notes <span className="optional">(optional)</span>
      </label>
      <p className="hint" id="notes-hint">
        For your own eyes. What you write here is not sent to us and not saved.
      </p>
      <textarea
        id="notes"
        className="input"
        rows={4}
        maxLength={notesAtMost}
        autoComplete="off"
        aria-describedby={`notes-hint ${countId('notes')}`}
        ref={field}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <CharactersLeft id="notes" maxLength={notesAtMost} text={text} />
    </div>
  );
}
