import { longDate } from '@claimdesk/forms/calendar';
import { readFigures } from '#api/content/read-figures.ts';
import { readRepresentative } from '#api/content/read-site.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { type Agreement, currentAgreement } from './agreement.ts';

type Dependencies = RequestContext['deps'];

export interface ShownAgreement extends Agreement {
  /** Who represents clients, as part of a sentence. */
  representative: string;
  /** As `readLegalLimit` says it. */
  legalLimit: string;
}

export async function showAgreement(deps: Dependencies): Promise<ShownAgreement> {
  const [representative, legalLimit] = await Promise.all([readRepresentative(deps), readLegalLimit(deps)]);
  return { ...currentAgreement, representative, legalLimit };
}

/**
 * What the law lets a fee agreement ask at most, today, with the day since which that is so. It is shown beside the firm's
 * promise and is no part of the text that is signed, because it changes while the promise stays. Source: Social Security Act
 * 206(a)(2)(A); the figure is kept by editors.
 *
 * @returns '' where the figure is not known.
 */
export async function readLegalLimit(
  deps: Pick<Dependencies, 'payload' | 'content' | 'settings'>,
): Promise<string> {
  const { legalFeeCap } = await readFigures(deps);
  return legalFeeCap ? `${legalFeeCap.value}, for decisions since ${longDate(legalFeeCap.validFrom)}` : '';
}
