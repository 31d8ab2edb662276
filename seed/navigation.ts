export const navigation = {
  menus: [
    {
      label: 'About',
      links: [
        { label: 'Who we are', to: '/introduction' },
        { label: 'What we do', to: '/what-we-do' },
        { label: 'Testimonials', to: '/testimonials' },
        { label: 'Careers', to: '/careers' },
        { label: 'Attorney directory', to: '/attorney-directory' },
      ],
    },
    {
      label: 'Do I Qualify',
      links: [
        { label: 'What is SSDI?', to: '/what-is-ssdi' },
        { label: 'What “disabled” means', to: '/definition-disabled' },
        { label: 'SSDI vs SSI', to: '/ssdi-vs-ssi' },
        { label: 'The five-step evaluation', to: '/evaluation-process' },
        { label: 'Common disabling conditions', to: '/common-disabilities' },
        { label: 'Medical listings', to: '/medical-listings' },
        { label: 'Compassionate allowances', to: '/compassionate-allowances' },
      ],
    },
    {
      label: 'Disability Basics',
      links: [
        { label: 'Medical evidence', to: '/medical-evidence' },
        { label: 'Appeal after denial', to: '/appeal-denial' },
        { label: 'Calculators', to: '/calculators' },
        { label: 'Questions and answers', to: '/faq' },
        { label: 'Glossary', to: '/glossary' },
        { label: 'All articles', to: '/articles' },
      ],
    },
  ],
  quick: [
    { label: 'Free Case Evaluation', to: '/free-case-evaluation' },
    { label: 'Sign your contract', to: '/sign-contract' },
    { label: 'Client Portal', to: '/client-portal' },
    { label: 'Questions and answers', to: '/faq' },
    { label: 'Appeal after denial', to: '/appeal-denial' },
    { label: 'Calculators', to: '/calculators' },
    { label: 'Attorney directory', to: '/attorney-directory' },
    { label: 'Join the Network', to: '/join-network' },
    { label: 'Check a signed contract', to: '/verify' },
    { label: 'Contact', to: '/#contact' },
  ],
  legal: [
    { label: 'Disclaimer', to: '/disclaimer' },
    { label: 'Terms of service', to: '/terms-of-service' },
    { label: 'Privacy policy', to: '/privacy-policy' },
  ],
  noteStart: 'Private firm. Not the Social Security Administration.',
  note: [
    'What you read here is general information, not legal advice about your case.',
    'People under 18 need a parent or guardian to use our services.',
  ].join('\n\n'),
};
