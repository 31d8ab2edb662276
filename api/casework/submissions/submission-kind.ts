import type { PresentedAnswer } from '@claimdesk/forms/answers';
import { type Decision, defaultStatuses, type ReviewQueue } from '@claimdesk/forms/define-intake';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { ReviewedIntake } from '@claimdesk/forms/intakes';
import type { Collection } from '#api/platform/database/collection.ts';
import type { ContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type Submission, submissionCollection } from './submission.model.ts';
import type { SubmissionStatus } from './submission-status.ts';

export interface OpenedSubmission {
  definition: FormDefinition;
  answers: Answers;
  /** Every answer as text, in the form's order. */
  shown: PresentedAnswer[];
}

export interface Column {
  field: string;
  title: string;
  value: string;
}

interface Approval {
  /** Runs in the transaction that sets the status, across both databases. It may run again after a conflict. */
  inSameTransaction(
    approved: { id: string; answers: Answers },
    deps: Pick<Deps, 'payload'>,
    transaction: ContentTransaction,
  ): Promise<void>;
  /** Runs in this process after the commit. */
  afterwards(deps: Pick<Deps, 'content'>): void;
}

/** What code says about a kind of submissions, where the defaults of `defineKind` are not enough. */
export interface KindCode {
  /** What approving does in addition to setting the status, if anything. */
  approval?: Approval;
  /** The table's columns between name and status. */
  columnsOf(opened: OpenedSubmission): Column[];
  /** The detail page's sections. */
  sectionsOf(opened: OpenedSubmission): { title: string; answers: PresentedAnswer[] }[];
}

/**
 * A form whose submissions staff review. Defines what differs between the kinds; storing, listing, counting, following
 * and deciding are the same for all.
 */
export interface SubmissionKind extends KindCode {
  /** Its name in the router and in change events. */
  name: ReviewedIntake['queue']['name'];
  /** Singular, for use in sentences. */
  noun: string;
  /** Plural, as the heading of its list. */
  heading: string;
  /** Path of the back-office page that lists them. */
  page: string;
  form: ReviewedIntake['form'];
  collection: Collection<Submission>;
  takesReferrals: boolean;
  /** The question for the date on a denial letter; undefined for a form that has none. */
  letterField: string | undefined;
  /** Undefined for a form whose senders staff do not call. */
  calls: ReviewQueue['calls'];
  /** Undefined for a form that is rejected without a reason and without a letter. */
  rejection: ReviewQueue['rejection'];
  invitesToSign: boolean;
  site: ReviewedIntake['site'];
  /** Undefined for a form that asks for no email address. */
  email: ReviewedIntake['email'];
  /** What each status is called. */
  statuses: NonNullable<ReviewQueue['statuses']>;
  /** @returns whether a submission with this status may be decided so. */
  mayBecome(from: SubmissionStatus, to: Decision): boolean;
}

/** @param code what differs from the defaults: the columns that `ui.json` lists, and one section with all answers. */
export function defineKind(
  { form, email, queue, site }: ReviewedIntake,
  code: Partial<KindCode> = {},
): SubmissionKind {
  const { name, one, many, path, decidesAgain } = queue;
  const { takesReferrals = false, statuses = defaultStatuses, letterField, calls, rejection } = queue;
  const { invitesToSign = false } = queue;
  return {
    name,
    noun: one,
    heading: many.charAt(0).toUpperCase() + many.slice(1),
    page: path,
    form,
    collection: submissionCollection(queue),
    takesReferrals,
    letterField,
    calls,
    rejection,
    invitesToSign,
    site,
    email,
    statuses,
    mayBecome: (from, to) => (decidesAgain ? from !== to : from === 'pending'),
    columnsOf: ({ definition, shown }) => definition.ui.list.map((field) => columnOf(field, shown)),
    sectionsOf: ({ shown }) => [{ title: 'Answers', answers: shown }],
    ...code,
  };
}

export function columnOf(field: string, shown: readonly PresentedAnswer[]): Column {
  const found = shown.find((each) => each.field === field);
  return { field, title: found?.shortTitle ?? field, value: found?.value ?? 'N/A' };
}

/** @returns the sender's name, asked as `name`, or as `first_name` and `last_name`. */
export function nameOf({ name, first_name, last_name }: Answers): string {
  return [name, first_name, last_name].filter(Boolean).join(' ');
}
