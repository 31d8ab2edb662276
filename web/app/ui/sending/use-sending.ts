import type { Challenge } from 'altcha-lib/types';
import { useState } from 'react';
import type { LivePage } from '#web/app/ui/islands/page-data.ts';
import { proofName } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { useProof } from '#web/app/ui/not-a-robot/use-proof.ts';

/**
 * Sends a form once and without reloading the page, with the proof that the server asked for.
 *
 * @param challenge of the page; null where no proof is needed.
 * @param onSend called when the form is on its way, so that earlier problems can be cleared.
 */
export function useSending(
  { busy: sending, post, renew }: Pick<LivePage<unknown>, 'busy' | 'post' | 'renew'>,
  challenge: Challenge | null,
  onSend: () => void,
) {
  const proof = useProof(challenge, () => void renew());
  const [waiting, setWaiting] = useState(false);
  const busy = sending || waiting;

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
    await post(form);
  }

  const status = waiting ? 'Checking that you are not a robot…' : sending ? 'Sending…' : '';
  return { send, busy, proof, status };
}
