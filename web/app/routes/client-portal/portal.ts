import { signedInPart } from '#web/app/session/signed-in-part.ts';

/** The client portal and its way in. */
export const portal = signedInPart({
  loginPage: '/client-login',
  firstPage: '/client-portal',
  pages: /^\/client-portal(?!\/logout)(\/[a-z-]+)*$/,
});

export const logoutPath = '/client-portal/logout';

/** Posted there to end every session of the client; without it, only this one ends. */
export const everywhere = { name: 'where', value: 'everywhere' };
