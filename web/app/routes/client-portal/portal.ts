import { signedInPart } from '../../session/signed-in-part.ts';

/** The client portal and its way in. */
export const portal = signedInPart({
  loginPage: '/client-login',
  firstPage: '/client-portal',
  pages: /^\/client-portal(?!\/logout)(\/[a-z-]+)*$/,
});

export const logoutPath = '/client-portal/logout';
