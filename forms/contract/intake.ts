import { defineUnreviewedIntake } from '../define-intake.ts';

export const contract = defineUnreviewedIntake({
  form: 'contract',
  path: '/sign-contract',
  startsWithStep: false,
  site: {
    title: 'Sign your contract',
    shortName: 'contract',
    fullName: 'service contract',
    description: 'Give your details and sign the service contract.',
    stepWord: 'Step',
    review: {
      lead: 'Check your details. Then read what you sign, and sign below.',
      heading: 'Your signature',
    },
    minutes: 'about 10 minutes',
    sent: {
      next: [
        'We email you your signed contract as a PDF file.',
        'We call you to discuss your case and to get to know you.',
        'We send you form SSA-1696, which names your representative. You both sign it, and we file it with Social Security.',
      ],
      callsBack: true,
      impatient: 'Do you have a question?',
      notYet:
        'We do not represent you yet. That begins when we file the form that names your representative. Until then, your deadline keeps running.',
      copy: {
        label: 'Download my contract (PDF)',
        elsewhere: 'Your contract is also in the email that we sent you.',
      },
      to: '/',
      place: 'the home page',
      label: 'Return to Home',
    },
  },
});
