import { defineIntake } from '../define-intake.ts';

export const caseEvaluation = defineIntake({
  form: 'case-evaluation',
  path: '/free-case-evaluation',
  startsWithStep: true,
  site: {
    title: 'Free Case Evaluation',
    shortName: 'evaluation',
    fullName: 'free case evaluation',
    description:
      'Answer a few short questions about your work, health and age. A disability expert reads your answers and calls you during our office hours. It is free.',
    stepWord: 'Question',
    introduction: {
      title: 'Free Case Evaluation',
      text: '{questions} short questions, then how to reach you. About 2 minutes.',
      more: 'It is free. Your answers are saved as you go, so you can go back or finish later. We read them only after you send them on the last page.',
    },
    notices: [
      {
        when: { field: 'receiving_benefits', is: 'yes' },
        title: 'You get disability benefits now',
        text: 'You do not need a new claim for these benefits. If a letter says that they will stop because your health is better, you have 10 days from getting it to ask Social Security, on Form SSA-792, to keep them while you appeal. We may be able to help with that, with a review, or if it says that you were paid too much.',
      },
      {
        when: { field: 'has_lawyer', is: 'yes' },
        title: 'You have a lawyer',
        text: 'While somebody represents you, we cannot advise you on your claim: ask them first. You may change your representative at any time, but the one you have now may still ask for a fee.',
      },
      {
        when: { field: 'age_range', is: '65 or older' },
        title: 'You are 65 or older',
        text: 'SSDI stops at full retirement age, which is 67 if you were born in 1960 or later. It then turns into retirement benefits. From 65 on, you can get SSI without a disability. You need low income, few savings, and U.S. citizenship or a qualifying immigration status.',
      },
    ],
    minutes: 'about 2 minutes',
    sent: {
      next: [
        'A disability expert reads your answers.',
        'We call you at the number you gave us, during our office hours. If we are closed now, we call when we are open again.',
        'We tell you whether we can help. You pay nothing for this call.',
      ],
      contact: 'A disability expert will contact you {when}.',
      callsBack: true,
      impatient: 'Don’t want to wait?',
      notYet: 'We do not represent you yet. Your deadline keeps running.',
      notYetLate: 'We do not represent you yet.',
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
    ],
    appeal: {
      notYet: 'We do not represent you yet.',
      ahead:
        'Your deadline keeps running. Your last day to appeal is {day}. If that day is near, do not wait for our call: appeal online, on the website of Social Security.',
      past: 'Your last day to appeal was {day}. You may still be able to appeal. Appeal now, on the website of Social Security, with a note that says why it is late.',
      unknown:
        'Your deadline keeps running. If you have a denial letter, find your appeal deadline on our website.',
    },
    senderAction: 'ask us for this',
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
    letterField: 'letter_date',
    calls: {},
    invitesToSign: true,
    rejection: {
      subject: 'About your case evaluation',
      suggests: [
        { when: { field: 'has_lawyer', is: 'yes' }, reason: 'has a lawyer' },
        { when: { field: 'currently_working', is: 'yes' }, reason: 'works above the limit' },
        { when: { field: 'out_of_work_12_months', is: 'no' }, reason: 'not out of work long enough' },
      ],
    },
    empty: 'No case evaluations submitted yet.',
  },
});
