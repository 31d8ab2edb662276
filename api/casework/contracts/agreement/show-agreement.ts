import { readRepresentative } from '#api/content/read-site.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { type Agreement, currentAgreement } from './agreement.ts';

const cookieName = 'agreement';
/** As long as the draft cookie. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** The agreement with what stands above it. */
export interface ShownAgreement extends Agreement {
  /** Who represents clients, as part of a sentence. */
  representative: string;
}

/** Records in the browser which version it was shown, so that nobody signs another one. @returns the current text. */
export async function showAgreement({ cookies, deps }: RequestContext): Promise<ShownAgreement> {
  cookies.set(cookieName, currentAgreement.version, { sameSite: 'Lax', maxAge: cookieSeconds });
  return { ...currentAgreement, representative: await readRepresentative(deps) };
}

/** @returns the version that this browser was last shown. */
export function shownAgreement({ cookies }: RequestContext): string | undefined {
  return cookies.get(cookieName);
}
