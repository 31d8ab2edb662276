import type { PresentedAnswer } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { FormName } from '@claimdesk/forms/registry';
import type { ContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Decision, SubmissionStatus } from './submission-status.ts';

/** Decrypted answers with their form's definition. */
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

/**
 * A form whose submissions staff review. Defines what differs between the kinds; storing, listing, counting, following
 * and deciding are the same for all.
 */
export interface SubmissionKind {
  /** Its name in the router and in change events. */
  name: 'evaluations' | 'applications';
  /** Singular, for use in sentences. */
  noun: string;
  /** Path of the back-office page that lists them. */
  page: string;
  form: FormName;
  collection: string;
  /** Name of its mongoose model. */
  model: string;
  /** @returns whether a submission with this status may be decided so. */
  mayBecome(from: SubmissionStatus, to: Decision): boolean;
  /** What approving does besides setting the status; left out where that is all. */
  approval?: Approval;
  /** The sender's name. */
  nameOf(answers: Answers): string;
  /** The table's columns between name and status. */
  columnsOf(opened: OpenedSubmission): Column[];
  /** The detail page's sections. */
  sectionsOf(opened: OpenedSubmission): { title: string; answers: PresentedAnswer[] }[];
}
