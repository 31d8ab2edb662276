import { readRepresentative } from '#api/content/read-site.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { type Agreement, currentAgreement } from './agreement.ts';

export interface ShownAgreement extends Agreement {
  /** Who represents clients, as part of a sentence. */
  representative: string;
}

export async function showAgreement(deps: RequestContext['deps']): Promise<ShownAgreement> {
  return { ...currentAgreement, representative: await readRepresentative(deps) };
}
