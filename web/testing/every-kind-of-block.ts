import type { PageBlock } from '#web/app/ui/files/content-types.ts';

/** One part of each kind that editors may choose, as the api hands it out. */
export const everyKindOfBlock: PageBlock[] = [
  {
    kind: 'hero',
    heading: 'A picture beside text',
    html: '<p>Text beside it.</p>',
    picture: {
      alt: 'Two people at a table',
      width: 1600,
      height: 900,
      sources: [
        { url: '/media/table-480.webp', width: 480 },
        { url: '/media/table.webp', width: 1600 },
      ],
    },
  },
  { kind: 'richText', heading: null, html: '<p>It <strong>opens</strong> the page.</p>' },
  { kind: 'keyPoints', heading: 'Key points', points: ['First point.', 'Second point.'] },
  {
    kind: 'steps',
    heading: 'Steps',
    introHtml: '<p>In this order.</p>',
    steps: [
      { title: 'Apply', html: '<p>Fill in the forms.</p>' },
      { title: 'Wait', html: '<p>Months.</p>' },
    ],
  },
  {
    kind: 'timeline',
    heading: 'Timeline',
    introHtml: '',
    events: [{ when: 'Level 1', title: 'Reconsideration', html: '<p>A new look.</p>' }],
  },
  {
    kind: 'cards',
    heading: 'Cards',
    introHtml: '',
    cards: [
      { title: 'With a link', icon: null, html: '<p>Card.</p>', link: { label: 'Read on', to: '/faq' } },
      { title: 'Without', icon: 'claim', html: '<p>Card.</p>', link: null },
    ],
  },
  {
    kind: 'faq',
    heading: 'Questions',
    entries: [{ id: 'who-pays', question: 'Who pays?', html: '<p>Nobody.</p>' }],
    listed: [],
  },
  {
    kind: 'testimonials',
    heading: 'Clients',
    introHtml: '',
    link: { label: 'More from clients', to: '/faq' },
    testimonials: [
      {
        author: 'Maria T.',
        location: 'Essex County',
        quote: 'Clear words.',
        initials: 'MT',
        figureNames: [],
      },
    ],
  },
  {
    kind: 'table',
    heading: 'Table',
    caption: 'Two programs',
    columns: ['Question', 'SSDI', 'SSI'],
    rows: [['Is work needed?', 'Yes', 'No']],
  },
  { kind: 'callout', tone: 'info', heading: 'Of use', html: '<p>Read it.</p>' },
  { kind: 'callout', tone: 'warning', heading: 'Of care', html: '<p>Watch it.</p>' },
  { kind: 'callout', tone: 'critical', heading: 'Of weight', html: '<p>Do it.</p>' },
  { kind: 'contact', heading: 'Who pays', introHtml: '<p>Call us.</p>' },
  { kind: 'links', heading: 'More', links: [{ label: 'Questions', to: '/faq' }] },
  {
    kind: 'figures',
    heading: 'In figures',
    introHtml: '',
    figures: [{ value: '30+', label: 'years', attribution: 'The firm’s own count, since 1993' }],
    note: 'As of 2024.',
  },
  {
    kind: 'articleList',
    heading: 'Articles',
    introHtml: '',
    articles: [
      {
        slug: 'ssdi-vs-ssi',
        title: 'SSDI and SSI',
        description: 'Compared.',
        date: '1/16/2024',
        isoDate: '2024-01-16',
        version: 'v1',
      },
    ],
    topics: [
      {
        id: 'applying',
        label: 'Applying',
        articles: [
          {
            slug: 'ssdi-vs-ssi',
            title: 'How long it takes',
            description: 'Stage by stage.',
            date: '1/17/2024',
            isoDate: '2024-01-17',
            version: 'v2',
          },
        ],
      },
    ],
    link: { label: 'All articles', to: '/faq' },
  },
  {
    kind: 'people',
    heading: 'Who works here',
    introHtml: '',
    people: [{ name: 'Ann Known', role: 'Hearings', photo: null, drawing: null }],
    address: ['1 Main Street', 'Newark, NJ 07102'],
  },
  {
    kind: 'listings',
    heading: 'Listings',
    introHtml: '',
    listings: [
      {
        number: '1.00',
        title: 'Musculoskeletal Disorders',
        plainName: 'Spine and joints',
        summary: 'Backs.',
        examples: ['Slipped disc'],
        figureNames: [],
      },
    ],
  },
  {
    kind: 'glossary',
    heading: 'Words',
    introHtml: '',
    terms: [
      { id: 'onset-date', term: 'onset date', also: ['onset'], meaning: 'When it began.', figureNames: [] },
    ],
  },
  { kind: 'deadlineHelper', heading: 'Your deadline', introHtml: '<p>Enter the date.</p>' },
  {
    kind: 'callToAction',
    heading: 'Ask us',
    html: '<p>It is free.</p>',
    primary: { label: 'Free Case Evaluation', to: '/free-case-evaluation' },
    secondary: { label: 'Read answers', to: '/faq' },
  },
];
