import type { Challenge } from 'altcha-lib/types';
import { useEffect, useRef, useState } from 'react';

/** The server accepts a form without a proof only after the page has been open for five seconds by its own clock. */
const withoutProofMs = 5_500;

/** What a form's page says of the proof that is to come with it. */
export interface ProofPage {
  needsProof: boolean;
  /** Null where none is needed, and in HTML: then the server is asked for it. */
  challenge: Challenge | null;
}

export interface Proof {
  state: 'none' | 'working' | 'done' | 'failed';
  /** Posted with the form; empty until the challenge is solved. */
  value: string;
  /** Resolves with `value` when the form may be sent, with or without a proof. */
  ready: () => Promise<string>;
}

/** Less than the hour that a challenge lasts; a page may be left open for longer. */
const solvedForMs = 50 * 60_000;

/** Any of these means that the visitor has started on the form. For visitors who only look, nothing is loaded or computed. */
const firstSigns = ['pointerdown', 'keydown', 'input'] as const;

/**
 * Solves a proof of work in the background while the visitor types (docs/decisions/021).
 *
 * @param page what its data says. @param ask gets one with a fresh challenge from the server, where this has none or it is old.
 */
export function useProof(
  { needsProof, challenge }: ProofPage,
  ask: () => Promise<ProofPage | undefined>,
): Proof {
  const [state, setState] = useState<Proof['state']>('none');
  const [value, setValue] = useState('');
  const solving = useRef<() => Promise<string>>(noProof);
  const asking = useRef(ask);
  asking.current = ask;
  const nonce = challenge?.parameters.nonce;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nonce says whether it is another challenge
  useEffect(() => {
    setValue('');
    setState('none');
    solving.current = noProof;
    if (!needsProof) return;
    const stop = new AbortController();
    const openedAt = performance.now();
    // Clocks of people may be wrong, but not by how much goes by; unlike this one, the other stops while a computer sleeps.
    let since = Date.now();
    const isOld = () => Date.now() - since > solvedForMs;
    let proof: Promise<string> | undefined;
    const begin = () => {
      setState('working');
      const given = isOld() ? null : challenge;
      if (!given) since = Date.now();
      const page = given ? { challenge: given } : asking.current();
      return Promise.all([page, import('./solve.ts')])
        .then(([asked, { solve }]) => {
          if (!asked?.challenge) throw new Error('there is no challenge');
          return solve(asked.challenge, stop.signal);
        })
        .then((solved) => {
          setValue(solved);
          setState('done');
          return solved;
        })
        .catch(async () => {
          if (stop.signal.aborted) return '';
          setState('failed');
          await until(openedAt + withoutProofMs);
          return '';
        });
    };
    solving.current = () => {
      if (!proof || isOld()) proof = begin();
      return proof;
    };
    for (const sign of firstSigns)
      window.addEventListener(sign, solving.current, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [needsProof, nonce]);
  return { state, value, ready: () => latestOf(solving) };
}

/** The proof may be restarted while a submission waits for it. */
async function latestOf(solving: { current: () => Promise<string> }): Promise<string> {
  const asked = solving.current;
  const value = await asked();
  return asked === solving.current ? value : latestOf(solving);
}

const noProof = () => Promise.resolve('');

function until(time: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, Math.max(0, time - performance.now())));
}
