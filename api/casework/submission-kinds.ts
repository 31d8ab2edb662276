import { type IntakeForm, type QueueName, reviewedIntakes } from '@claimdesk/forms/intakes';
import { applicationCode } from './applications/applications.ts';
import { evaluationCode } from './evaluations/evaluations.ts';
import { defineKind, type KindCode, type SubmissionKind } from './submissions/submission-kind.ts';

/** Only forms that need code of their own have a line here. */
const codeOf: Partial<Record<IntakeForm, Partial<KindCode>>> = {
  'attorney-application': applicationCode,
  'case-evaluation': evaluationCode,
};

/** Every kind of submissions that staff review, by the name of its queue. */
export const submissionKinds = Object.fromEntries(
  reviewedIntakes.map((intake) => [intake.queue.name, defineKind(intake, codeOf[intake.form])]),
) as Record<QueueName, SubmissionKind>;
