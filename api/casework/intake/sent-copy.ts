import type { AnswerSection } from '#api/casework/submissions/answers-pdf-document.ts';

/** What a sender may get back of a submission. Decrypted and rendered only on request. */
export interface SentCopy {
  reference: string;
  sentAt: Date;
  /** The attorney that the sender asked about in the directory, in words. */
  referral?: string;
  readAnswers(): Promise<AnswerSection[]>;
  /** @returns a PDF. */
  render(): Promise<Buffer>;
}
