/** Links that are built in. Editors write the menus and the footer's lists in the CMS. */
interface NavigationLink {
  href: string;
  label: string;
}

export const evaluationHref = '/free-case-evaluation';
/** Where anybody asks us to call. */
export const callMeHref = '/call-me';
/** Where anybody with a denial letter finds the last day to appeal. */
export const appealDeadlineHref = '/appeal-denial#deadline';
/** Social Security's own page for the online appeal. */
export const onlineAppealHref = 'https://www.ssa.gov/apply/appeal-decision-we-made';
export const contractHref = '/sign-contract';
/** The agreement, to be read before its form. */
export const agreementHref = '/sign-contract/agreement';
/** All articles, by topic. */
export const articlesHref = '/articles';
export const directoryHref = '/attorney-directory';
export const loginHref = '/client-login';
export const registerHref = '/client-register';
/** The same page, which then begins with what to do about a forgotten PIN. */
export const forgotPinHref = '/client-register?forgot';
/** Where a client gets a code for a new PIN by email. */
export const pinCodeHref = '/client-login/forgot-pin';
/** Where a client chooses a new PIN with such a code, or with one from staff. */
export const newPinHref = '/client-login/new-pin';
/** Redirects clients who are not logged in to the login page. */
export const portalHref = '/client-portal';
/** Where a client types the code from staff that confirms the account. */
export const confirmAccountHref = '/client-portal/confirm';
export const feedHref = '/articles.xml';

/** The situations that a visitor may be in, as at the top of the home page that the seed writes. */
export const situations: NavigationLink[] = [
  { href: evaluationHref, label: 'I want help to apply' },
  { href: appealDeadlineHref, label: 'I have a denial letter' },
  { href: '/#hearing', label: 'My hearing is soon' },
  { href: loginHref, label: 'I am already a client' },
];

/** For pages that found nothing to show: what most people look for. */
export const quickLinks: NavigationLink[] = [
  { href: evaluationHref, label: 'Get a free case evaluation' },
  { href: '/faq', label: 'Read questions and answers' },
  { href: appealDeadlineHref, label: 'Appeal a denial' },
  { href: articlesHref, label: 'Browse all articles' },
  { href: '/#contact', label: 'Call or write to us' },
];
