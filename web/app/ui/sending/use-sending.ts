import { useState } from 'react';
import { proofName } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { type ProofPage, useProof } from '#web/app/ui/not-a-robot/use-proof.ts';

interface Live {
  busy: boolean;
  post(form: HTMLFormElement): Promise<void>;
  ask(): Promise<ProofPage | undefined>;
}

/**
 * Sends a form once and without reloading the page, with the proof that the server asked for.
 *
 * @param onSend called when the form is on its way, so that earlier problems can be cleared.
 */
export function useSending({ busy: sending, post, ask }: Live, page: ProofPage, onSend: () => void) {
  const proof = useProof(page, ask);
  const [waiting, setWaiting] = useState(false);
  const busy = sending || waiting;

  async function send(form: HTMLFormElement): Promise<void> {
    if (busy) return;
    onSend();
    if (page.needsProof) {
      setWaiting(true);
      const value = await proof.ready();
      const field = form.elements.namedItem(proofName);
      if (field instanceof HTMLInputElement) field.value = value;
      setWaiting(false);
    }
    await post(form);
  }

  const status = waiting ? 'Checking that you are not a robot…' : sending ? 'Sending…' : '';
  return { send, busy, proof, status };
}
