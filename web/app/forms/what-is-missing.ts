import type { Answers } from '@claimdesk/forms/definition';

/** @returns a sentence that says what is left to fill in before submitting, or undefined if nothing is. */
export function whatIsMissing(
  answers: Answers,
  { robot, code = false }: { robot: boolean; code?: boolean },
): string | undefined {
  const digits = (field: string) => String(answers[field] ?? '').replace(/[\s-]/g, '');
  const missing = [
    /^\d{9}$/.test(digits('ssn')) ? '' : 'type the 9 digits of your Social Security number',
    !code || String(answers.code ?? '').trim() ? '' : 'type the code from our office',
    /^\d{4}$/.test(digits('pin')) ? '' : 'type your 4-digit PIN',
    !robot || answers.not_a_robot === true ? '' : 'check the box “I am not a robot”',
  ].filter(Boolean);
  return missing.length > 0 ? `Before you go on: ${missing.join(', then ')}.` : undefined;
}
