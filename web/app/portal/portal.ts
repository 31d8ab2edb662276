import { confirmAccountHref } from '#web/app/ui/pages/navigation.ts';
import { signedInPart } from '#web/app/ui/session/signed-in-part.ts';

/** The client portal and its login page. */
export const portal = signedInPart({
  loginPage: '/client-login',
  firstPage: '/client-portal',
  pages: /^\/client-portal(?!\/(?:logout|sidebar)$)(\/[a-z-]+)*$/,
});

export const logoutPath = '/client-portal/logout';

/** Posted there to end every session of the client; without it, only this one ends. */
export const everywhere = { name: 'where', value: 'everywhere' };

export const addressPath = '/client-portal/address';
export const phonesPath = '/client-portal/phones';
export const emailsPath = '/client-portal/emails';
export const contactsPath = '/client-portal/emergency';
export const treatmentPath = '/client-portal/treatment';
export const downloadsPath = '/client-portal/downloads';
export const uploadsPath = '/client-portal/uploads';
/** Name of the button by which refused files are dropped without script. Its value is the receipt of the others, or empty. */
export const leaveOut = '_leave_out';
export const claimPath = '/client-portal/claim';
export const letterPath = `${claimPath}/letter`;
export const activityPath = '/client-portal/activity';

interface PortalPage {
  path: string;
  /** The name of the page, used everywhere. */
  title: string;
  /** The second list of the sidebar, or none: other pages link to it. Left out for the first list. */
  menu?: 'claim' | 'none';
}

/** The pages of the portal, in the order of the sidebar. */
export const portalPages: readonly PortalPage[] = [
  { path: portal.firstPage, title: 'Dashboard' },
  { path: addressPath, title: 'Mailing Address' },
  { path: phonesPath, title: 'Phone Numbers' },
  { path: emailsPath, title: 'Email Addresses' },
  { path: contactsPath, title: 'Emergency Contacts' },
  { path: treatmentPath, title: 'Medical Treatment' },
  { path: downloadsPath, title: 'Downloads' },
  { path: claimPath, title: 'Where is my claim', menu: 'claim' },
  { path: uploadsPath, title: 'Send us papers', menu: 'claim' },
  { path: activityPath, title: 'Activity', menu: 'claim' },
  { path: confirmAccountHref, title: 'Confirm your account', menu: 'none' },
];

/** @returns the title of the page at this path, for the header. */
export function titleAt(path: string): string {
  return portalPages.find((page) => page.path === path)?.title ?? 'Client Portal';
}

/** Where the sidebar's state is posted, with the page to go back to. */
export const sidebarPath = '/client-portal/sidebar';

export type SidebarState = 'open' | 'closed';
