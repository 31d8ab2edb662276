import { useLocation } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';

/** How the site presents a form: what is not in its definition, because it concerns the pages around it. */
export interface IntakeForm {
  /** The name of its definition; `api/casework/intake/submission-handlers.ts` handles it. */
  name: Parameters<SiteContext['api']['intake']['open']>[0]['form'];
  /** The path of the form; all its pages lie below it. */
  startPath: string;
  /** Whether the start page is the first step, or a page of its own that leads there. */
  startsWithStep: boolean;
  title: string;
  /** In "Back to my evaluation". */
  noun: string;
  /** In "to finish your free case evaluation later". */
  longNoun: string;
  /** For search engines and shared links. */
  description: string;
  /** What "4 of 9" counts. */
  stepWord: 'Question' | 'Step';
  /** Above the first step. */
  introduction?: { title: string; text: (total: number) => string };
  /** Above and below the answers that are reviewed before the last step. */
  review?: { lead: string; heading: string };
  minutes: string;
  sent: {
    /** What happens next, in order. */
    next: readonly string[];
    /** Before the phone number. */
    impatient: string;
    /** For claimants: what sending this form does not start or stop. Shown with a link to the deadline helper. */
    notYet?: string;
    /** Where the visitor goes next, what that page is called, and the label of the link to it. */
    to: string;
    place: string;
    label: string;
    /** The label of the download link, and where else the sender finds the copy. */
    copy: { label: string; elsewhere?: string };
  };
}

const copy = { label: 'Download a copy (PDF)' };
const home = { to: '/', place: 'the home page', label: 'Return to Home' };

/** Every form that visitors fill in step by step, by the name of its definition. */
export const intakeForms: readonly IntakeForm[] = [
  {
    name: 'case-evaluation',
    startPath: '/free-case-evaluation',
    startsWithStep: true,
    title: 'Free Case Evaluation',
    noun: 'evaluation',
    longNoun: 'free case evaluation',
    description:
      'Answer nine short questions about your work, health and age. A disability expert reads your answers and calls you during our office hours. It is free.',
    stepWord: 'Question',
    introduction: {
      title: 'Free Case Evaluation',
      text: (total) =>
        `${total} short questions, about 2 minutes. It is free. Your answers are saved as you go, so you can go back or finish later. We read them only after you send them on the last page.`,
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
      copy,
      ...home,
    },
  },
  {
    name: 'attorney-application',
    startPath: '/join-network',
    startsWithStep: true,
    title: 'Join Attorney Network',
    noun: 'application',
    longNoun: 'application to join our attorney network',
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
      copy,
      to: '/attorney-directory',
      place: 'the attorney directory',
      label: 'Go to the attorney directory',
    },
  },
  {
    name: 'contract',
    startPath: '/sign-contract',
    startsWithStep: false,
    title: 'Sign Contract',
    noun: 'contract',
    longNoun: 'service contract',
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
        'We send you the form that names your representative to Social Security. You sign it, and we file it.',
      ],
      impatient: 'Do you have a question?',
      notYet:
        'We do not represent you yet. That begins when we file the form that names your representative. Until then, your deadline keeps running.',
      copy: {
        label: 'Download my contract (PDF)',
        elsewhere: 'Your contract is also in the email that we sent you.',
      },
      ...home,
    },
  },
];

/** @throws RangeError for a form that visitors do not fill in step by step. */
export function intakeFormOf(name: IntakeForm['name']): IntakeForm {
  const form = intakeForms.find((each) => each.name === name);
  if (!form) throw new RangeError(`There are no pages for the form ${name}.`);
  return form;
}

/**
 * @param path of any page of a form, such as `/free-case-evaluation/age-range`.
 * @throws RangeError for a path that belongs to no form.
 */
export function formAt(path: string): IntakeForm {
  const form = intakeForms.find(({ startPath }) => path === startPath || path.startsWith(`${startPath}/`));
  if (!form) throw new RangeError('There is no form at this address.');
  return form;
}

/** @returns the form whose page this is. */
export function useIntakeForm(): IntakeForm {
  return formAt(useLocation().pathname);
}
