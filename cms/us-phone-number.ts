import { readPhone } from '@claimdesk/forms/phone';
import type { TextFieldSingleValidation } from 'payload';

/** @param example of a number, for the sentence that refuses what is none. @returns a field's validation. */
export function usPhoneNumber(example: string): TextFieldSingleValidation {
  return (value) =>
    readPhone(value ?? '') !== undefined ||
    `Enter a phone number with ten digits, such as ${example} or ${example} ext. 12.`;
}
