/** The links that are the site's own. The menus and the footer's lists are the editors', in the CMS. */
interface NavigationLink {
  href: string;
  label: string;
}

export const evaluationHref = '/free-case-evaluation';
export const contractHref = '/sign-contract';
export const directoryHref = '/attorney-directory';
export const joinHref = '/join-network';
export const loginHref = '/client-login';
export const registerHref = '/client-register';
/** Leads whoever is not logged in to the login page. */
export const portalHref = '/client-portal';
/** What is new among the articles, for programs that follow sites. */
export const feedHref = '/articles.xml';

/** Public addresses that exist whatever editors write; the home page first. */
export const fixedPaths: string[] = [
  '/',
  '/faq',
  directoryHref,
  joinHref,
  evaluationHref,
  contractHref,
  '/verify',
  loginHref,
  registerHref,
];

/** The ways on from where there is nothing: what most people came for. */
export const quickLinks: NavigationLink[] = [
  { href: evaluationHref, label: 'Get a free case evaluation' },
  { href: '/faq', label: 'Read questions and answers' },
  { href: '/#appeal', label: 'Appeal a denial' },
  { href: '/#articles', label: 'Browse all articles' },
  { href: '/#contact', label: 'Call or write to us' },
];
