import { defineIntake } from '../define-intake.ts';

export const attorneyApplication = defineIntake({
  form: 'attorney-application',
  path: '/join-network',
  startsWithStep: true,
  site: {
    title: 'Join the Network',
    shortName: 'application',
    fullName: 'application to join our attorney network',
    description:
      'Apply to join a nationwide network of attorneys for Social Security disability claims. One page, and we answer every application.',
    stepWord: 'Step',
    minutes: 'about 5 minutes',
    sent: {
      next: [
        'We read your application and check your details.',
        'We contact you at the email address you gave us.',
        'Once we approve it, you are listed in our attorney directory.',
      ],
      impatient: 'Do you have a question?',
      copy: { label: 'Download a copy (PDF)' },
      to: '/attorney-directory',
      place: 'the attorney directory',
      label: 'Go to the attorney directory',
    },
  },
  email: {
    kind: 'application-confirmation',
    subject: 'We have your application',
    more: [
      'If we approve it, we list you in our attorney directory, with the contact details that you gave us.',
    ],
    senderAction: 'apply to join our attorney network',
    action: { label: 'See the attorney directory', path: '/attorney-directory' },
  },
  queue: {
    name: 'applications',
    collection: 'attorney_applications',
    path: '/admin/attorney-applications',
    one: 'attorney application',
    many: 'attorney applications',
    // After approval, staff change or delete the directory entry instead.
    decidesAgain: false,
    empty: 'No applications yet.',
    failed: 'Failed to load applications',
    open: 'Review',
    submitted: 'Applied',
    submittedAs: 'day',
    showsPending: true,
    decide: {
      approved: {
        label: 'Approve & Add to Directory',
        failed: 'Failed to approve application',
        done: { title: 'Application Approved', text: 'The attorney is in the directory now.' },
      },
      rejected: {
        label: 'Reject Application',
        failed: 'Failed to reject application',
        done: { title: 'Application Rejected' },
      },
    },
  },
});
