import { isRouteErrorResponse } from 'react-router';
import { signedInPart } from '#web/app/ui/session/signed-in-part.ts';

/** The back office and its sign-in page. */
export const backOffice = signedInPart({
  loginPage: '/admin/login',
  firstPage: '/admin/dashboard',
  pages: /^\/admin\/(?!login|logout|welcome)[\w/-]+$/,
});

export const { firstPage, loginPath, nextPath } = backOffice;

/** Where an account with two-step sign-in asks for the code, with the query of the sign-in page. */
export const codePath = '/admin/login/code';

/** Where the links open by which staff choose a password. */
export const welcomePath = '/admin/welcome';

/** @returns where single sign-on begins. @param again whether the provider has to ask its user again. */
export function singleSignOnPath(next: string, again = false): string {
  return `/admin/login/sso?${new URLSearchParams({ next, ...(again ? { again: '1' } : {}) })}`;
}

/** @returns the page where staff confirm who they are, which returns to `next`. */
export function confirmPath(next: string): string {
  return `/admin/confirm?${new URLSearchParams({ next })}`;
}

/** The signed-in user's account. */
export const ownAccountPath = '/admin/account';

/** Where two-step sign-in is turned on and off. */
export const twoStepPath = `${ownAccountPath}/two-step`;

/** The signed-in user's passkeys. */
export const passkeysPath = `${ownAccountPath}/passkeys`;

/** Where the address of the signed-in user's calendar is made. */
export const calendarAddressPath = `${ownAccountPath}/calendar`;

/** The meta tags of a page whose component renders the title itself, because the title also announces errors. */
export const untitledMeta = [{ name: 'robots', content: 'noindex' }];

/** @returns why a page was refused, in a sentence; null for any other failure. */
export function refusalIn(error: unknown): string | null {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string';
  return isRefusal ? error.data : null;
}

/** The meta tags of a back-office page: a title without personal data, and no indexing. */
export function backOfficeMeta(title: string) {
  return [{ title: `${title} | Back office` }, ...untitledMeta];
}

/** The same for a page that may be refused: then `BackOfficeError` sets the title. */
export function metaUnlessRefused(title: string, error: unknown) {
  return refusalIn(error) ? untitledMeta : backOfficeMeta(title);
}
