import { signedInPart } from '../../../session/signed-in-part.ts';

/** The back office and its way in. */
export const backOffice = signedInPart({
  loginPage: '/admin/login',
  firstPage: '/admin/dashboard',
  pages: /^\/admin\/(?!login|logout)[\w/-]+$/,
});

export const { firstPage, loginPath, nextPath } = backOffice;
