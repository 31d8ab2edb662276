import type { Challenge } from 'altcha-lib/types';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useRevalidator, useSubmit } from 'react-router';
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
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const navigating = navigation.state !== 'idle';
  const { revalidate } = useRevalidator();
  const proof = useProof(challenge, () => void revalidate());
  const [waiting, setWaiting] = useState(false);
  const sent = useRef('');
  const pressed = useRef<HTMLFormElement>(null);
  const busy = navigating || waiting;

  async function send(form: HTMLFormElement): Promise<void> {
    const typed = contentOf(form);
    // The server has refused and the page fetches a fresh token: what was corrected meanwhile is sent once that is here.
    const refused = navigation.state === 'loading' && navigation.location.pathname === pathname;
    if (refused && typed !== sent.current) pressed.current = form;
    if (busy) return;
    sent.current = typed;
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

  useEffect(() => {
    const form = pressed.current;
    if (navigating || !form) return;
    pressed.current = null;
    void send(form);
  });

  const status = waiting ? 'Checking that you are not a robot…' : navigating ? 'Sending…' : '';
  return { send, busy, proof, status };
}

/** What was typed, without the token and the proof. */
function contentOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([name]) => !name.startsWith('_')));
}
