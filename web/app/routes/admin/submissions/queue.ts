import type { Outputs } from '../../../trpc.ts';

export type SubmissionPage = Outputs['evaluations']['list'];
export type SubmissionRow = SubmissionPage['rows'][number];
export type Submission = Outputs['evaluations']['detail'];

/** What differs between the lists of what staff review: their words and where they are. */
export interface Queue {
  /** The router that reads it. */
  name: 'evaluations' | 'applications';
  path: string;
  heading: string;
  one: string;
  many: string;
  /** The three texts of SPEC sections 2 and 8. */
  empty: string;
  failed: string;
  open: string;
  submitted: string;
  /** What the table says of its times. */
  order: string;
  /** @param iso when it was sent. @returns it in the table's words. */
  formatSubmitted(iso: string): string;
}
