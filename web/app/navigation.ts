/** Every menu of the site. A new page appears in a menu by a line here. */
export interface NavigationLink {
  href: string;
  label: string;
}

export interface NavigationGroup {
  label: string;
  links: NavigationLink[];
}

export const evaluationHref = '/free-case-evaluation';

export const menus: NavigationGroup[] = [
  {
    label: 'About',
    links: [
      { href: '/#services', label: 'How we help' },
      { href: '/#about', label: 'Who we are' },
      { href: '/#contact', label: 'Contact us' },
    ],
  },
  {
    label: 'Do I Qualify',
    links: [
      { href: '/articles/definition-of-disabled', label: 'What “disabled” means' },
      { href: '/articles/evaluation-process', label: 'The five-step decision' },
      { href: '/articles/common-disabilities', label: 'Common conditions' },
      { href: '/articles/compassionate-allowances', label: 'Compassionate allowances' },
      { href: '/articles/past-work-relevance', label: 'Your past work' },
    ],
  },
  {
    label: 'Disability Basics',
    links: [
      { href: '/articles/ssdi-vs-ssi', label: 'SSDI and SSI compared' },
      { href: '/articles/claim-timeline', label: 'How long a claim takes' },
      { href: '/articles/medical-evidence', label: 'Medical evidence' },
      { href: '/articles/disability-hearing', label: 'The hearing' },
      { href: '/faq', label: 'Questions and answers' },
    ],
  },
];

/** In the footer, and on the not-found page as the ways on. */
export const quickLinks: NavigationLink[] = [
  { href: evaluationHref, label: 'Get a free case evaluation' },
  { href: '/faq', label: 'Read questions and answers' },
  { href: '/#appeal', label: 'Appeal a denial' },
  { href: '/#articles', label: 'Browse all articles' },
  { href: '/#contact', label: 'Call or write to us' },
];
