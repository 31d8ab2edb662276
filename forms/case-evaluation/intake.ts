import { defineIntake } from '../define-intake.ts';

export const caseEvaluation = defineIntake({
  form: 'case-evaluation',
  path: '/free-case-evaluation',
  startsWithStep: true,
  site: {
    title: 'Free Case Evaluation',
    noun: 'evaluation',
    longNoun: 'free case evaluation',
    description:
      'Answer nine short questions about your work, health and age. A disability expert reads your answers and calls you during our office hours. It is free.',
    stepWord: 'Question',
    introduction: {
      title: 'Free Case Evaluation',
      text: '{total} short questions, about 2 minutes. It is free. Your answers are saved as you go, so you can go back or finish later. We read them only after you send them on the last page.',
    },
    review: { lead: 'Check your answers, then tell us how to reach you.', heading: 'How to reach you' },
    minutes: 'about 2 minutes',
    sent: {
      next: [
        'A disability expert reads your answers.',
        'We call you at the number you gave us, during our office hours. If we are closed now, we call when we are open again.',
        'We tell you whether we can help. You pay nothing for this call.',
      ],
      impatient: 'You don’t want to wait?',
      notYet: 'We do not represent you yet. Your deadline keeps running.',
      copy: { label: 'Download a copy (PDF)' },
      to: '/',
      place: 'the home page',
      label: 'Return to Home',
    },
  },
  email: {
    kind: 'evaluation-confirmation',
    subject: 'We have your case evaluation',
    more: [
      'We call you at the number that you gave us, during our office hours. You pay nothing for this call.',
      'We do not represent you yet. Your deadline keeps running. If you have a denial letter, find your appeal deadline on our website.',
    ],
    deed: 'ask us for this',
    action: { label: 'Find your appeal deadline', path: '/appeal-denial#deadline' },
  },
  queue: {
    name: 'evaluations',
    collection: 'case_evaluations',
    path: '/admin/case-evaluations',
    one: 'case evaluation',
    many: 'case evaluations',
    decidesAgain: true,
    takesReferrals: true,
    empty: 'No case evaluations submitted yet.',
  },
});
