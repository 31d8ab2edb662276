import { states } from '@claimdesk/forms/states';

/** Where an attorney may be listed. */
export { states };

export type StateCode = keyof typeof states;

export const stateCodes = Object.keys(states) as StateCode[];

export function isStateCode(text: string): text is StateCode {
  return Object.hasOwn(states, text);
}
