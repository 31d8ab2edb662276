export const todayPath = '/admin/today';
export const listPath = '/admin/matters';

export function matterPath(number: string): string {
  return `${listPath}/${number}`;
}

/** Where a duty is ended: a dialog over the matter. @param duty its id, `event:rule`. */
export function finishPath(number: string, duty: string): string {
  return `${matterPath(number)}/finish/${encodeURIComponent(duty)}`;
}

/** Where what was entered by hand is moved to another day. */
export function movePath(number: string, duty: string): string {
  return `${matterPath(number)}/move/${encodeURIComponent(duty)}`;
}

/** The letters that make duties, by the last part of the address of their dialog. */
export const letters = {
  decision: 'A decision',
  hearing: 'A notice of hearing',
  exam: 'A notice of an exam',
  request: 'A request for forms or evidence',
  fee: 'A letter that sets the fee',
} as const;
export type Letter = keyof typeof letters;

/** Where an event is corrected, or taken out: dialogs over the matter. */
export function eventPath(number: string, event: string, verb: 'correct' | 'take-out'): string {
  return `${matterPath(number)}/${verb}/${event}`;
}
