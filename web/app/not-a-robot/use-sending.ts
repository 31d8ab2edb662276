import type { Challenge } from 'altcha-lib/types';
import { useState } from 'react';
import { useNavigation, useRevalidator, useSubmit } from 'react-router';
import { proofName } from './robot-check.tsx';
import { useProof } from './use-proof.ts';

/**
 * Sends a form once and without loading the page anew, with the proof that the server asked for.
 *
 * @param challenge from the page's loader; null where nothing has to be proved.
 * @param onSend the form is on its way, so what was said about it before is over.
 */
export function useSending(challenge: Challenge | null, onSend: () => void) {
  const submit = useSubmit();
  const navigating = useNavigation().state !== 'idle';
  const { revalidate } = useRevalidator();
  const proof = useProof(challenge, () => void revalidate());
  const [waiting, setWaiting] = useState(false);
  const busy = navigating || waiting;

  async function send(posted: HTMLFormElement): Promise<void> {
    if (busy) return;
    onSend();
    if (challenge) {
      setWaiting(true);
      const value = await proof.ready();
      const field = posted.elements.namedItem(proofName);
      if (field instanceof HTMLInputElement) field.value = value;
      setWaiting(false);
    }
    submit(posted);
  }

  const status = waiting ? 'Checking that you are not a robot…' : navigating ? 'Sending…' : '';
  return { send, busy, proof, status };
}
