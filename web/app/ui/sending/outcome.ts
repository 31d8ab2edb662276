import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { useMemo, useState } from 'react';
import type { Problem } from '#web/app/ui/forms/error-summary.tsx';

/** Why a form that was sent did not go through. */
export type Outcome =
  | {
      kind: 'problems';
      status: number;
      title: string;
      text: string;
      errors: FieldErrors;
      /** What was typed, to be shown again. */
      values: Answers;
    }
  /** The browser is offline. */
  | { kind: 'offline' }
  /** There is a connection, but no response of ours. */
  | { kind: 'unreachable' };

export const offlineWords = {
  title: 'No connection',
  text: 'You seem to be offline. Your answers are still on this page. Check your connection, then press the button again, or call us.',
};

/** A failed connection is reported on the page, which keeps everything that was typed. */
export async function sendFromBrowser<T>(
  send: () => Promise<T>,
): Promise<T | Extract<Outcome, { kind: 'offline' | 'unreachable' }>> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { kind: error instanceof TypeError ? 'offline' : 'unreachable' };
  }
}

/** What a page says when no response of ours came back. */
interface Unsent {
  unsent: { title: string; text: string };
}

/**
 * The problem that the page shows: from the server or the connection, until the browser's own check finds another or
 * the form is sent again.
 */
export function useProblem(data: Unsent, outcome: Outcome | undefined) {
  // Not state that is set while rendering: React would lose it to an earlier `showProblem(null)` that changed nothing.
  const [found, setFound] = useState<{ after: Outcome | undefined; problem: Problem | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed page is not another problem, which takes the focus
  const sent = useMemo(() => toProblem(data, outcome), [outcome]);
  return {
    problem: found && found.after === outcome ? found.problem : sent,
    showProblem: (problem: Problem | null) => setFound({ after: outcome, problem }),
  };
}

function toProblem({ unsent }: Unsent, outcome: Outcome | undefined): Problem | null {
  if (!outcome) return null;
  if (outcome.kind === 'problems') return outcome;
  return { ...(outcome.kind === 'offline' ? offlineWords : unsent), errors: {} };
}
