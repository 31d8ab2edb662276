import type { Outputs } from '#web/app/trpc.ts';

export type SubmissionPage = Outputs['evaluations']['list'];
export type SubmissionRow = SubmissionPage['rows'][number];
export type Submission = Outputs['evaluations']['detail'];

/** What differs between the review queues: their words and their paths. */
export interface Queue {
  /** The name of its tRPC router. */
  name: 'evaluations' | 'applications';
  path: string;
  heading: string;
  one: string;
  many: string;
  /** What the list says when it is empty or could not be loaded, and the label that opens a row. */
  empty: string;
  failed: string;
  open: string;
  submitted: string;
  /** The table's caption: its order and time zone. */
  order: string;
  /** @param iso when it was sent. @returns how the table shows it. */
  formatSubmitted(iso: string): string;
}
