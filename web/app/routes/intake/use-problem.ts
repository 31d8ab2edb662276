import { useState } from 'react';
import type { Problem } from '../../forms/error-summary.tsx';
import { type Outcome, offlineWords } from './outcome.ts';

/** What a page says where no answer of ours came back. */
interface Unsent {
  unsent: { title: string; text: string };
}

/**
 * The problem that the page shows: the server's or the connection's, until the browser's own check finds another or the
 * step is sent again.
 */
export function useProblem(data: Unsent, outcome: Outcome | undefined) {
  const [latest, setLatest] = useState(outcome);
  const [problem, showProblem] = useState(() => toProblem(data, outcome));
  if (outcome !== latest) {
    setLatest(outcome);
    showProblem(toProblem(data, outcome));
  }
  return { problem, showProblem };
}

function toProblem({ unsent }: Unsent, outcome: Outcome | undefined): Problem | null {
  if (!outcome) return null;
  if (outcome.kind === 'problems') return outcome;
  return { ...(outcome.kind === 'offline' ? offlineWords : unsent), errors: {} };
}
