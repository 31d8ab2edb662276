export const todayPath = '/admin/today';
export const calendarPath = '/admin/calendar';
export const listPath = '/admin/matters';

export function matterPath(number: string): string {
  return `${listPath}/${number}`;
}

/** @returns whose duties an address shows. */
export function scopeIn(search: URLSearchParams): 'mine' | 'all' {
  return search.get('whose') === 'mine' ? 'mine' : 'all';
}

/** @param month `YYYY-MM`; left out for that of today. */
export function calendarAddress(whose: 'mine' | 'all', month?: string): string {
  const search = new URLSearchParams({ ...(month && { month }), ...(whose === 'mine' && { whose }) });
  return search.size > 0 ? `${calendarPath}?${search}` : calendarPath;
}

/** Where a duty is ended: a dialog over the matter. @param duty its id, `event:rule`. */
export function finishPath(number: string, duty: string): string {
  return `${matterPath(number)}/finish/${encodeURIComponent(duty)}`;
}

/** Where what was entered by hand is moved to another day. */
export function movePath(number: string, duty: string): string {
  return `${matterPath(number)}/move/${encodeURIComponent(duty)}`;
}

/** What can be said of a request for records. */
export const recordsSteps = ['received', 'sent'] as const;
type RecordsStep = (typeof recordsSteps)[number];

/** Where records are said to be requested or, of a request, to have come or been sent: dialogs over the matter. */
export function recordsPath(number: string, request?: string, step?: RecordsStep): string {
  const about = request && step ? `/${request}/${step}` : '';
  return `${matterPath(number)}/records${about}`;
}

/** Names the link that opens such a dialog, which gives the focus back to it. */
export function recordsLink(request?: string, step?: RecordsStep): string {
  return ['records', request, step].filter(Boolean).join('-');
}

/** Where a client's own matter is merged into that of a contract: a dialog over the one that ends. */
export function mergePath(number: string, into: string): string {
  return `${matterPath(number)}/merge/${into}`;
}

/** The letters that make duties, by the last part of the address of their dialog. */
export const letters = {
  decision: 'A decision',
  hearing: 'A notice of hearing',
  exam: 'A notice of a consultative exam',
  request: 'A request for forms or evidence',
  fee: 'A letter that sets the fee',
} as const;
export type Letter = keyof typeof letters;

/** Where an event is corrected, or taken out: dialogs over the matter. */
export function eventPath(number: string, event: string, verb: 'correct' | 'take-out'): string {
  return `${matterPath(number)}/${verb}/${event}`;
}
