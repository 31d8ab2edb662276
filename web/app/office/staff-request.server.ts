import { isDomainError } from '@claimdesk/api/domain-error';
import type { ProcedureName } from '@claimdesk/api/router';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { data, redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { type Prefetched, trpc } from '#web/app/trpc.ts';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { forSignedIn, isSignedOut, type PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';
import { noticeCookie } from '#web/app/ui/session/notice-cookie.server.ts';
import { backOffice, confirmPath, twoStepPath } from './back-office.ts';
import { isNotice, type NoticeName } from './notices.ts';

const forSignedInStaff = forSignedIn(backOffice, 'admin');

/**
 * Reads what a back-office page shows, or redirects to the page where staff sign in, or confirm who they are, and back; or to the one
 * where two-step sign-in is set up, for those who must have it.
 */
export function forStaff<T>(page: PageRequest, read: (site: SiteContext) => Promise<T>): Promise<T> {
  return forSignedInStaff(page, async (site) => {
    try {
      return await read(site);
    } catch (error) {
      if (site.posted || !isDomainError(error)) throw error;
      if (needsTwoStep(error)) throw redirect(twoStepPath);
      if (error.reason !== 'confirm') throw error;
      const { pathname, search } = page.url;
      throw redirect(confirmPath(pathname + search));
    }
  });
}

/** Opens a page whose form calls a procedure, for accounts that may call it. */
export function requireFor({ api, posted }: SiteContext, procedure: ProcedureName): Promise<void> {
  return api.permissions.require({ procedure, opens: !posted });
}

export const { leave: leaveNotice, take: takeNotice } = noticeCookie('admin-notice', isNotice);

type Api = SiteContext['api'];

/**
 * Reads in this process what the hooks of a page ask for, `trpc.x.y.useSuspenseQuery(input)` what `api.x.y(input)` answers:
 * they find it in their cache, and renew it over /trpc.
 *
 * @param read begins the reads. Where one may fail, so that its part of the page can say so, it goes through `orNull`.
 */
export function prefetch(
  page: PageRequest,
  read: (api: Api) => readonly Promise<unknown>[],
): Promise<Prefetched> {
  return forStaff(page, async ({ api }) => {
    const queries = new QueryClient();
    await orNotFound(Promise.all(read(keepIn(queries, api, trpc) as Api)));
    return { queries: dehydrate(queries) };
  });
}

/** @param hooks of the same router or procedure, which know the key. */
function keepIn(queries: QueryClient, calls: object, hooks: object): object {
  return new Proxy(calls, {
    get: (_calls, name) => keepIn(queries, Reflect.get(calls, name), Reflect.get(hooks, name)),
    apply: (call, _self, [input]) =>
      queries.fetchQuery({
        queryKey: getQueryKey(hooks as Parameters<typeof getQueryKey>[0], input as never, 'query'),
        queryFn: () => Reflect.apply(call as (input: unknown) => Promise<unknown>, undefined, [input]),
      }),
  });
}

/** @returns what an address is about. A malformed id is that of nothing. */
export function orNotFound<T>(read: Promise<T>): Promise<T> {
  return read.catch((error: unknown) => {
    throw isRefused(error, 'bad-input') ? data(null, { status: 404 }) : error;
  });
}

/** @returns where in a list an address begins; null for the beginning. */
export function cursorIn({ url }: Pick<PageRequest, 'url'>): string | null {
  return url.searchParams.get('cursor');
}

/** @returns the result of a call, or null if it fails, so that the rest of the page is shown all the same. */
export function orNull<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (isSignedOut(error) || needsTwoStep(error)) throw error;
    return null;
  });
}

/** @returns whether a procedure refused because the user has to set up two-step sign-in first. */
function needsTwoStep(error: unknown): boolean {
  return isDomainError(error) && error.reason === 'two-step';
}

/** @returns why a change failed, for a page that shows no more than one sentence. @param unexpected for unforeseen failures. */
export function sentenceOf(error: unknown, unexpected?: string) {
  const { status, text } = refusalOf(error, unexpected === undefined ? {} : { text: unexpected });
  return data(text, { status });
}

/** @returns the posted choice; undefined for anything that is not among the choices. */
export function choiceIn<Choice extends string>(
  choices: Readonly<Record<Choice, string>>,
  posted: unknown,
): Choice | undefined {
  return (Object.keys(choices) as Choice[]).find((choice) => choice === posted);
}

/** Ends an action: the next page shows the notice first. */
export function redirectWithNotice(site: SiteContext, path: string, notice: NoticeName): Response {
  leaveNotice(site, notice);
  return redirect(path, 303);
}

/**
 * The action of a back-office page whose forms post natively. Checks the form's token before anything else; a
 * signed-out user is redirected to the sign-in page and back.
 *
 * @param change does what was posted. @returns the answer: a redirect, a file, or data for the page.
 * @param fail answers for a change that was refused or failed; `refusalOf` has the words.
 */
export function actForStaff<Done, Failed>(
  page: PageRequest,
  change: (site: SiteContext, posted: FormData) => Promise<Done>,
  fail: (error: unknown, posted: FormData) => Failed,
): Promise<Done | Failed> {
  return forStaff(page, async (site) => {
    const posted = await page.request.formData();
    try {
      await requireStaffForm(site, posted);
      return await change(site, posted);
    } catch (error) {
      if (isSignedOut(error)) throw error;
      return fail(error, posted);
    }
  });
}

/** @throws the procedure's refusal when nobody is signed in, or when the form is not from a page of this session. */
export async function requireStaffForm({ api }: SiteContext, posted: FormData): Promise<void> {
  await api.staff.requireForm({ token: String(posted.get('token') ?? '').slice(0, 300) });
}
