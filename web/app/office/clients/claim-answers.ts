import type { ClaimStepName } from '@claimdesk/api/claim-steps';
import type { Answers } from '@claimdesk/forms/definition';
import type { Inputs, Outputs } from '#web/app/trpc.ts';

type Sent = Inputs['clients']['setClaim'];

/** @returns what the dialog starts with: a date that has passed, and the day on which the step began, are not repeated. */
export function claimAnswers(newest: Outputs['clients']['claim'][number] | undefined): Answers {
  const next = newest?.isNextOver ? null : newest?.next;
  const { step, needed, note } = newest ?? {};
  const date = { next_kind: next?.kind ?? 'none', next_day: next?.day, next_time: next?.time };
  return withoutNull({ step, needed, ...date, note });
}

/** @param first what the dialog started with. @returns what was typed, as the procedure takes it. */
export function readClaim({ step, since = '', needed = '', note = '', ...typed }: Answers, first: Answers) {
  const [kind, day, time] = [typed.next_kind, typed.next_day ?? '', typed.next_time ?? null];
  // Where it started with a date, choosing none takes it out, and the day and the time are left over from it.
  const hasNone = kind === 'none' && (first.next_kind !== 'none' || (day === '' && time === null));
  const next = hasNone ? null : { kind: kind === 'none' ? '' : kind, day, time };
  return { step: step as ClaimStepName, since, needed, note, next } as Omit<Sent, 'id' | 'version' | 'key'>;
}

function withoutNull(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value != null));
}
