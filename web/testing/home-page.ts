import type { ContentPage, PageBlock } from '#web/app/ui/files/content-types.ts';

type Look = NonNullable<PageBlock['look']>;
const chapter = (anchor: string, over: Partial<Look> = {}): Look => ({
  folded: false,
  joined: false,
  anchor,
  ground: 'warm',
  illustration: null,
  ...over,
});
const joined: Look = { ...chapter(''), joined: true, anchor: null };

type Articles = Extract<PageBlock, { kind: 'articleList' }>['articles'];

/** A text that names no sources and that nobody has reviewed. */
export const unsourced = {
  sources: [],
  review: null,
  nextReview: null,
  overdue: false,
  changeNote: null,
  words: [],
};

/** A home page with every kind of placement of its parts, as the API returns it. */
export function homePage(articles: Articles): ContentPage {
  const links = ['/faq', '/articles/top-10-secrets', '/appeal-denial#deadline', '/attorney-directory'];
  const testimonials = ['Maria T.', 'Ben K.', 'Ada L.'].map((author) => ({
    ...{ author, location: 'Essex County', quote: 'Clear.', initials: 'MT', figureNames: [] },
  }));
  const blocks: PageBlock[] = [
    {
      kind: 'callToAction',
      heading: 'Client Portal',
      html: '<p>New clients: begin here.</p>',
      primary: { label: 'Client Login', to: '/client-login' },
      secondary: { label: 'Register Now', to: '/client-register' },
      look: chapter('portal', { ground: 'mist' }),
    },
    {
      kind: 'cards',
      heading: 'How we help',
      introHtml: '<p>Start from there.</p>',
      cards: [
        { title: 'First', icon: 'claim', html: '<p>Forms.</p>', link: { label: 'Us', to: '#about' } },
        { title: 'Denied', icon: 'appeal', html: '<p>Why.</p>', link: { label: 'Appeals', to: '#appeal' } },
      ],
      look: chapter('services', { ground: 'paper' }),
    },
    {
      kind: 'figures',
      heading: 'On your side',
      introHtml: '',
      figures: [{ value: '30+', label: 'years', attribution: 'The firm’s own count, since 1993' }],
      note: 'As of 2024.',
      look: chapter('about', { illustration: 'hands' }),
    },
    {
      kind: 'cards',
      heading: null,
      introHtml: '',
      cards: [{ title: 'Who we are', icon: null, html: '<p>A firm.</p>', link: null }],
      look: joined,
    },
    {
      kind: 'richText',
      heading: 'Denied?',
      html: '<p>Not the end.</p><h3>Why</h3><p>So.</p>',
      look: chapter('appeal', { ground: 'mist' }),
    },
    { kind: 'callout', tone: 'warning', heading: 'Watch the deadline', html: '<p>Now.</p>', look: joined },
    {
      kind: 'timeline',
      heading: 'The levels',
      introHtml: '<p>In order.</p>',
      events: [{ when: 'Soon', title: 'Reconsideration', html: '<p>A new look.</p>' }],
      look: joined,
    },
    {
      kind: 'callToAction',
      heading: null,
      html: '<p>Tell us.</p>',
      primary: { label: 'Tell us', to: '/free-case-evaluation' },
      secondary: null,
      look: joined,
    },
    { kind: 'richText', heading: 'Your hearing', html: '<p>A talk.</p>', look: chapter('hearing') },
    {
      kind: 'callToAction',
      heading: 'Our network',
      html: '<p>Nationwide.</p>',
      primary: { label: 'Join', to: '/join-network' },
      secondary: null,
      look: { ...chapter(''), anchor: null },
    },
    {
      kind: 'links',
      heading: null,
      links: links.map((to) => ({ label: `To ${to}`, to })),
      look: joined,
    },
    {
      kind: 'people',
      heading: 'Nobody yet',
      introHtml: '',
      people: [],
      address: [],
      look: chapter('nobody'),
    },
    {
      kind: 'people',
      heading: 'Who works here',
      introHtml: '',
      people: [{ name: 'Ann Known', role: 'Hearings', photo: null, drawing: null }],
      address: ['1 Main Street', 'Newark, NJ 07102'],
      look: chapter('people'),
    },
    {
      kind: 'steps',
      heading: 'Do you qualify?',
      introHtml: '',
      steps: [{ title: 'It lasts', html: '<p>A year.</p>' }],
      look: { ...joined, folded: true },
    },
    {
      kind: 'testimonials',
      heading: 'Said',
      introHtml: '',
      testimonials: [],
      link: null,
      look: chapter('said'),
    },
    {
      kind: 'testimonials',
      heading: 'What clients say',
      introHtml: '',
      testimonials,
      link: { label: 'More', to: '/what-we-do' },
      look: chapter('testimonials'),
    },
    {
      kind: 'contact',
      heading: 'Contact us',
      introHtml: '<p>A person answers.</p>',
      look: chapter('contact'),
    },
    {
      kind: 'articleList',
      heading: 'Articles',
      introHtml: '',
      articles,
      topics: [],
      link: { label: 'All articles', to: '/faq' },
      look: chapter('articles'),
    },
  ];
  return {
    slug: 'home',
    path: '/',
    title: 'Our mission <b>',
    lead: 'We help.',
    metaTitle: 'Help with claims',
    metaDescription: 'Help with claims and appeals.',
    illustration: null,
    isoUpdated: '2024-02-01T00:00:00.000Z',
    version: 'v-home',
    opening: {
      primary: { label: 'Begin', to: '/free-case-evaluation' },
      secondary: { label: 'Sign', to: '/sign-contract' },
      picture: null,
    },
    blocks,
    figureNotes: { asOf: '12/31/2024', yearlyAsOf: null, overdue: [], newYear: null },
    ...unsourced,
  };
}
