import type { Challenge } from 'altcha-lib/types';
import { useState } from 'react';
import { useNavigation, useRevalidator, useSubmit } from 'react-router';
import { proofName } from '#web/app/not-a-robot/robot-check.tsx';
import { useProof } from '#web/app/not-a-robot/use-proof.ts';

/**
 * Sends a form once and without reloading the page, with the proof that the server asked for.
 *
 * @param challenge from the page's loader; null where no proof is needed.
 * @param onSend called when the form is on its way, so that earlier problems can be cleared.
 */
export function useSending(challenge: Challenge | null, onSend: () => void) {
  const submit = useSubmit();
  const navigating = useNavigation().state !== 'idle';
  const { revalidate } = useRevalidator();
  const proof = useProof(challenge, () => void revalidate());
  const [waiting, setWaiting] = useState(false);
  const busy = navigating || waiting;

  async function send(form: HTMLFormElement): Promise<void> {
    if (busy) return;
    onSend();
    if (challenge) {
      setWaiting(true);
      const value = await proof.ready();
      const field = form.elements.namedItem(proofName);
      if (field instanceof HTMLInputElement) field.value = value;
      setWaiting(false);
    }
    submit(form);
  }

  const status = waiting ? 'Checking that you are not a robot…' : navigating ? 'Sending…' : '';
  return { send, busy, proof, status };
}
