import { signedInPart } from '#web/app/session/signed-in-part.ts';

/** The back office and its way in. */
export const backOffice = signedInPart({
  loginPage: '/admin/login',
  firstPage: '/admin/dashboard',
  pages: /^\/admin\/(?!login|logout|welcome)[\w/-]+$/,
});

export const { firstPage, loginPath, nextPath } = backOffice;

/** Where an account with two-step sign-in asks for the code, with the query of the sign-in page. */
export const codePath = '/admin/login/code';

/** The own account. */
export const ownAccountPath = '/admin/account';

/** The meta tags of a back-office page: a title without personal data, and no indexing. */
export function backOfficeMeta(title: string) {
  return [{ title: `${title} | Back office` }, { name: 'robots', content: 'noindex' }];
}
