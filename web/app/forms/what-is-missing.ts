import type { Answers } from '@claimdesk/forms/definition';

/**
 * @param asked the names of the form's fields.
 * @returns a sentence that says what is left to fill in before submitting, or undefined if nothing is.
 */
export function whatIsMissing(answers: Answers, asked: readonly string[]): string | undefined {
  const digits = (field: string) => String(answers[field] ?? '').replace(/[\s-]/g, '');
  const left: Record<string, string | false> = {
    ssn: !/^\d{9}$/.test(digits('ssn')) && 'type the 9 digits of your Social Security number',
    code: !String(answers.code ?? '').trim() && 'type the code that we gave you',
    pin: !/^\d{4}$/.test(digits('pin')) && 'type your 4-digit PIN',
    not_a_robot: answers.not_a_robot !== true && 'check the box “I am not a robot”',
  };
  const missing = Object.keys(left).flatMap((field) => (asked.includes(field) && left[field]) || []);
  return missing.length > 0 ? `Before you continue: ${missing.join(', then ')}.` : undefined;
}
