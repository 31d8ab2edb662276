import type { PresentedAnswer } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { FormName } from '@claimdesk/forms/registry';
import type { Decision, SubmissionStatus } from './submission-status.ts';

/** Answers with the form that they were given to. */
export interface Opened {
  definition: FormDefinition;
  answers: Answers;
  /** Every answer in words, in the form's order. */
  shown: PresentedAnswer[];
}

export interface Column {
  field: string;
  title: string;
  value: string;
}

/**
 * A form whose submissions wait for a decision of staff. What differs between the kinds stands here; storing, listing,
 * counting, following and deciding are the same for all.
 */
export interface SubmissionKind {
  /** As the router and the changes name it. */
  name: 'evaluations' | 'applications';
  /** In the singular, as sentences have it. */
  noun: string;
  form: FormName;
  collection: string;
  /** Of its mongoose model. */
  model: string;
  mayBecome(from: SubmissionStatus, to: Decision): boolean;
  /** Who sent it. */
  nameOf(answers: Answers): string;
  /** The table's columns between name and status. */
  columnsOf(opened: Opened): Column[];
  /** The details under their headings. */
  sectionsOf(opened: Opened): { title: string; answers: PresentedAnswer[] }[];
}
