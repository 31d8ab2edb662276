import type { Challenge } from 'altcha-lib/types';
import { useEffect, useRef, useState } from 'react';

/** The server accepts a form without a proof only after the page has been open for five seconds by its own clock. */
const withoutProofMs = 5_500;

export interface Proof {
  state: 'none' | 'working' | 'done' | 'failed';
  /** Posted with the form; empty until the challenge is solved. */
  value: string;
  /** Resolves with `value` when the form may be sent, with or without a proof. */
  ready: () => Promise<string>;
}

/** Any of these means that the visitor has started on the form. For visitors who only look, nothing is loaded or computed. */
const firstSigns = ['pointerdown', 'keydown', 'input'] as const;

/**
 * Solves a proof of work in the background while the visitor types (docs/decisions/021).
 *
 * @param challenge from the page's loader; null where no proof is needed.
 * @param renew gets a fresh challenge from the server when this one is about to expire.
 */
export function useProof(challenge: Challenge | null, renew: () => void): Proof {
  const [state, setState] = useState<Proof['state']>('none');
  const [value, setValue] = useState('');
  const solving = useRef<() => Promise<string>>(noProof);
  const nonce = challenge?.parameters.nonce;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nonce says whether it is another challenge
  useEffect(() => {
    setValue('');
    setState('none');
    solving.current = noProof;
    if (!challenge) return;
    const stop = new AbortController();
    const openedAt = performance.now();
    let proof: Promise<string> | undefined;
    const begin = () => {
      setState('working');
      return import('./solve.ts')
        .then(({ solve }) => solve(challenge, stop.signal))
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
      proof ??= begin();
      return proof;
    };
    for (const sign of firstSigns)
      window.addEventListener(sign, solving.current, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [nonce]);
  useRenewal(challenge, renew);
  return { state, value, ready: () => latestOf(solving) };
}

/** The proof may be restarted while a submission waits for it. */
async function latestOf(solving: { current: () => Promise<string> }): Promise<string> {
  const asked = solving.current;
  const value = await asked();
  return asked === solving.current ? value : latestOf(solving);
}

const noProof = () => Promise.resolve('');

/** A page may be left open for longer than a challenge lasts. */
function useRenewal(challenge: Challenge | null, renew: () => void): void {
  const latest = useRef(renew);
  latest.current = renew;
  const expiresAt = challenge?.parameters.expiresAt;
  useEffect(() => {
    if (!expiresAt) return;
    const leftMs = expiresAt * 1000 - Date.now() - 5 * 60_000;
    // With a wrong clock, an unlimited wait of zero would ask forever.
    const timer = window.setTimeout(() => latest.current(), Math.max(leftMs, 10 * 60_000));
    return () => window.clearTimeout(timer);
  }, [expiresAt]);
}

function until(time: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, Math.max(0, time - performance.now())));
}
