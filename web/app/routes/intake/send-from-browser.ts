import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { Outcome } from './outcome.ts';

/** What can't be sent is said on the page, which keeps everything that was typed. */
export async function sendFromBrowser(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { kind: error instanceof TypeError ? 'offline' : 'unreachable' };
  }
}

/** After a refusal the page needs a fresh token; after a failed connection there is nobody to ask for one. */
export function needsFreshToken({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const outcome = actionResult as Outcome | undefined;
  return outcome ? outcome.kind === 'problems' : defaultShouldRevalidate;
}
