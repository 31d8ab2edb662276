import { agreementCookie } from '#api/casework/contracts/agreement/agreement-cookie.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { CookieJar } from '#api/platform/http/cookies.ts';
import { hashSecret, secretPattern } from '#api/platform/keys/fingerprint.ts';
import { publicProcedure } from '#api/platform/trpc.ts';

/** The secrets of the drafts that a visitor's browser has, one for each form. */
export interface BrowserDrafts {
  /**
   * @returns the secret of the draft. A value that we did not generate is ignored: two visitors could make up the same
   * one, and each would read the other's answers.
   */
  secretOf(form: string): string | undefined;
  /** @param options `shared`: on a shared computer, the browser forgets the draft when it is closed. */
  keep(form: string, secret: string, options?: { shared?: boolean }): void;
  forget(form: string): void;
}

export interface IntakeContext extends RequestContext {
  drafts: BrowserDrafts;
  /** Version of the agreement that this browser was last shown. */
  agreement: string | undefined;
}

/** One week: long enough to come back, short enough for a shared computer. */
const cookieSeconds = 7 * 24 * 60 * 60;

/** @returns the name of the cookie that holds the secret of the visitor's draft. */
export function draftCookie(form: string): string {
  return `draft-${form}`;
}

export function browserDrafts(cookies: CookieJar): BrowserDrafts {
  return {
    secretOf(form) {
      const secret = cookies.get(draftCookie(form));
      return secret && secretPattern.test(secret) ? secret : undefined;
    },
    keep(form, secret, { shared = false } = {}) {
      const lifetime = shared ? {} : { maxAge: cookieSeconds };
      cookies.set(draftCookie(form), secret, { sameSite: 'Lax', ...lifetime });
    },
    forget(form) {
      cookies.clear(draftCookie(form));
    },
  };
}

/** @returns the submission key of a draft. It differs from the draft's id, which is another hash of the same secret. */
export function submissionKey(form: string, secret: string): string {
  return hashSecret(`${form}:${secret}`);
}

/** For everyone; reads what the visitor's browser has from its cookies, so that no verb has to. */
export const intakeProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, drafts: browserDrafts(ctx.cookies), agreement: agreementCookie.read(ctx.cookies) } }),
);
