import type { Answers } from './definition.ts';

/**
 * A public form's settings apart from its questions, in `forms/<form>/intake.ts`. It is data for every part of
 * the product, the browser included, so such a file imports nothing but the functions below.
 */
interface IntakePages<Form extends string, Path extends string> {
  /** The name of its folder and of its definition. */
  form: Form;
  /** The address of the form; all its pages lie below it. */
  path: Path;
  /** Whether its address shows the first step, or a page of its own that leads there. */
  startsWithStep: boolean;
  site: SiteWords;
}

/** A notice for the sender, based on an answer. The form can still be sent. */
export interface Notice {
  /** Shown for this answer. */
  when: { field: string; is: string };
  title: string;
  text: string;
  /** Instead, for clients whose contract we have. */
  represented?: { title: string; text: string };
  /** To a page of the site, after the text. */
  link?: { label: string; to: string };
}

/** @returns notices for the sender, based on the answers, in the order of `intake.ts`; usually none. */
export function noticesFor({ site }: { site: Pick<SiteWords, 'notices'> }, answers: Answers): Notice[] {
  return (site.notices ?? []).filter(({ when }) => answers[when.field] === when.is);
}

/** What the site says around the questions. */
interface SiteWords {
  title: string;
  /** In "Back to my evaluation". */
  shortName: string;
  /** In "to finish your free case evaluation later". */
  fullName: string;
  /** For search engines and shared links. */
  description: string;
  /** What "4 of 9" counts. */
  stepWord: 'Question' | 'Step';
  /** Above the first step, and `more` below it. `{questions}` in the text is how many steps come before the last. */
  introduction?: { title: string; text: string; more: string };
  /** Above and below the answers that are read again before the last step. */
  review?: { lead: string; heading: string };
  minutes: string;
  /** Said on the last step and on the confirmation. */
  notices?: readonly Notice[];
  sent: {
    /** What happens next, in order. */
    next: readonly string[];
    /**
     * What the sender is promised, instead of the definition's `successText`: `{when}` is "within 24 hours", and where
     * the office is closed for too long, such as "by Monday, 10:00 AM Eastern time".
     */
    contact?: string;
    /** Whether the office calls the sender as soon as it can: then the confirmation says when that is. */
    callsBack?: true;
    /** Before the phone number. */
    impatient: string;
    /**
     * For claimants: what sending this form does not start or stop. Shown with a link to the deadline helper. Clients whose
     * contract we have read the link alone.
     */
    notYet?: string;
    /** Instead, for the sender of a letter whose last day to appeal has passed. */
    notYetLate?: string;
    /** Where the visitor goes next, what that page is called, and the label of the link to it. */
    to: string;
    place: string;
    label: string;
    /** The label of the download link, and where else the sender finds the copy. */
    copy: { label: string; elsewhere?: string };
  };
}

/**
 * @param when `{when}` of `contact`; left out where the time of the call is not known.
 * @returns what the confirmation of a form says first, on the page and in the email.
 */
export function sentText(
  { contact }: Pick<SiteWords['sent'], 'contact'>,
  { successText }: { successText: string },
  when = 'during our office hours',
): string {
  return contact?.replace('{when}', when) ?? successText;
}

/** The email to the sender; the text that all confirmations share is in `api/platform/email/confirmation.ts`. */
export interface ConfirmationWords {
  /** The kind by which logs and staff know it; left out, it is `<form>-confirmation`. */
  kind?: `${string}-confirmation`;
  subject: string;
  /** Further information, one paragraph each. */
  more: readonly string[];
  /**
   * A paragraph on the last day to appeal, `{day}`: one that is ahead, past, or not known without a letter. It begins with
   * `notYet`, but not for clients whose contract we have.
   */
  appeal?: { notYet: string; ahead: string; past: string; unknown: string };
  /** Completes the sentence "If you did not": someone else may have typed this address. */
  senderAction: string;
  /** A button that leads to a page of the site. */
  action?: { label: string; path: string };
}

/** What staff may decide about a submission. */
export type Decision = 'approved' | 'rejected';

/** What the statuses are called where a queue has no words of its own. */
export const defaultStatuses = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

/** Why staff reject what somebody sent; the definition `forms/staff/rejection` has the same. */
export const rejectionReasons = [
  'works above the limit',
  'not out of work long enough',
  'has a lawyer',
  'not our kind of case',
  'could not be reached',
  'other',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

interface DecisionWords {
  /** On the button. */
  label: string;
  /** When the decision could not be stored. */
  failed: string;
  /** When it was. */
  done: { title: string; text?: string };
}

/** How staff review what was sent. All that is left out has words made of `one` and `many`. */
export interface ReviewQueue<Name extends string = string> {
  /** Its name in the router, in change events, notices and exports. */
  name: Name;
  /** Where its submissions are stored, in the portal database. Their answers are bound to this name: never change it. */
  collection: string;
  /** The page of the back office that lists them. */
  path: `/admin/${string}`;
  /** What a submission is called, singular and plural, in lower case. */
  one: string;
  many: string;
  /** Whether a decided submission may be decided again. */
  decidesAgain: boolean;
  /** Days after which decided ones are deleted; left out, those that were rejected are, after `RETAIN_REJECTED_DAYS`. */
  keepDecidedDays?: number;
  /** Whether visitors come from the attorney directory, and the submission keeps which attorney they asked about. */
  takesReferrals?: boolean;
  /**
   * The question for the date on a denial letter. The deadline helper can bring its answer along, and the last day to
   * appeal is stored with the submission, which stands first in the list while that day is ahead.
   */
  letterField?: string;
  /** What the list says when it is empty or could not be loaded. */
  empty?: string;
  failed?: string;
  /** The label that opens a row. */
  open?: string;
  /** What the moment of sending is called. */
  submitted?: string;
  /** Whether the table shows that moment or its day only. */
  submittedAs?: 'time' | 'day';
  /** Whether the list's heading has the number of pending submissions, and a way back to the dashboard. */
  showsPending?: boolean;
  /** What a pending one waits for, as in "3 waiting for review". */
  waitsFor?: string;
  /**
   * Staff call its senders: lists show by when, and each call is recorded. `reached` is decided with the call that reaches
   * the sender; left out, that decides nothing.
   */
  calls?: { reached?: Decision };
  /**
   * Rejecting asks for a reason, which only staff see, and mails the sender a letter with this subject, ten minutes later. An
   * answer suggests the reason; of several, the first in this list.
   */
  rejection?: {
    subject: string;
    suggests: readonly { when: { field: string; is: string }; reason: RejectionReason }[];
  };
  /** Whether the senders of approved ones are invited to sign a contract. */
  invitesToSign?: true;
  /** What each status is called. */
  statuses?: Record<'pending' | Decision, string>;
  decide?: Record<Decision, DecisionWords>;
}

/** A public form whose submissions staff review: stored, listed, decided, exported and deleted alike for all. */
export interface ReviewedIntake<
  Form extends string = string,
  Path extends string = string,
  Name extends string = string,
> extends IntakePages<Form, Path> {
  queue: ReviewQueue<Name>;
  /** Left out where the form asks for no email address: then only the page confirms it. */
  email?: ConfirmationWords;
}

/** A public form without review, such as the contract, stored by its own submission handler. */
interface UnreviewedIntake<Form extends string, Path extends string> extends IntakePages<Form, Path> {
  queue?: never;
}

type Address = `/${string}`;

export function defineIntake<
  const Form extends string,
  const Path extends Address,
  const Name extends string,
>(intake: ReviewedIntake<Form, Path, Name>): ReviewedIntake<Form, Path, Name> {
  return intake;
}

/** As `defineIntake`, for a form with its own storage in `api/casework/intake/submission-handlers.ts`. */
export function defineUnreviewedIntake<const Form extends string, const Path extends Address>(
  intake: UnreviewedIntake<Form, Path>,
): UnreviewedIntake<Form, Path> {
  return intake;
}
