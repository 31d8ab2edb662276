import { defineIntake } from '../define-intake.ts';

export const callRequest = defineIntake({
  form: 'call-request',
  path: '/call-me',
  startsWithStep: true,
  site: {
    title: 'Let us call you',
    shortName: 'request',
    fullName: 'request for a call',
    description:
      'Tell us your phone number and the best time, and we call you during our office hours. It is free.',
    stepWord: 'Step',
    notices: [
      {
        when: { field: 'topic', is: 'appeal' },
        title: 'We do not represent you yet',
        text: 'Your deadline keeps running. If it is near, do not wait for our call.',
        represented: {
          title: 'Your deadline keeps running',
          text: 'If it is near, do not wait for our call.',
        },
        link: { label: 'Find your appeal deadline', to: '/appeal-denial#deadline' },
      },
    ],
    minutes: 'about 1 minute',
    sent: {
      next: [
        'Someone in our office reads your request.',
        'We call you at the number you gave us, at the time that suits you best, on the next day that we are open.',
        'We ask some questions to confirm your identity. We never ask for your PIN.',
      ],
      impatient: 'Is it urgent?',
      copy: { label: 'Download a copy (PDF)' },
      to: '/',
      place: 'the home page',
      label: 'Return to Home',
    },
  },
  queue: {
    name: 'callRequests',
    collection: 'call_requests',
    path: '/admin/call-requests',
    one: 'call request',
    many: 'call requests',
    decidesAgain: true,
    keepDecidedDays: 90,
    waitsFor: 'a call',
    calls: { reached: 'approved' },
    showsPending: true,
    statuses: { pending: 'Open', approved: 'Called', rejected: 'Closed' },
    decide: {
      approved: {
        label: 'Mark as called',
        failed: 'Failed to mark the call request',
        done: { title: 'Marked as called' },
      },
      rejected: {
        label: 'Close without a call',
        failed: 'Failed to close the call request',
        done: { title: 'Closed without a call' },
      },
    },
  },
});
