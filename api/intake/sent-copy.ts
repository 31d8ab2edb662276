import type { AnswerSection } from '../documents/answers-paper.ts';

/** What somebody sent, as they may have it back. Opened and printed only when it is asked for. */
export interface SentCopy {
  reference: string;
  sentAt: Date;
  readAnswers(): Promise<AnswerSection[]>;
  /** @returns a PDF. */
  print(): Promise<Buffer>;
}
