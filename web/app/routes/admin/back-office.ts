import { signedInPart } from '#web/app/session/signed-in-part.ts';

/** The back office and its way in. */
export const backOffice = signedInPart({
  loginPage: '/admin/login',
  firstPage: '/admin/dashboard',
  pages: /^\/admin\/(?!login|logout|welcome)[\w/-]+$/,
});

export const { firstPage, loginPath, nextPath } = backOffice;

/** The meta tags of a back-office page: a title without personal data, and no indexing. */
export function backOfficeMeta(title: string) {
  return [{ title: `${title} | Back office` }, { name: 'robots', content: 'noindex' }];
}
