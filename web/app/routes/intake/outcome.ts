import type { Answers, FieldErrors } from '@claimdesk/forms/definition';

/** What came of sending a step that did not go on. */
export type Outcome =
  | {
      kind: 'problems';
      status: number;
      title: string;
      text: string;
      errors: FieldErrors;
      /** What was typed, to be shown again. */
      values: Answers;
    }
  /** The browser has no connection. */
  | { kind: 'offline' }
  /** There is a connection, but no answer of ours. */
  | { kind: 'unreachable' };

export const offlineWords = {
  title: 'No connection',
  text: 'You seem to be offline. Your answers are still on this page. Check your connection, then press the button again, or call us.',
};
