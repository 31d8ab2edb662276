import { longDate } from '@claimdesk/forms/calendar';
import { eventKinds, levels, outcomes } from '#web/app/office/matters/matter-words.ts';
import type { Inputs, Outputs } from '#web/app/trpc.ts';

export type Import = Outputs['imports']['detail'];
export type Group = Inputs['imports']['rows']['group'];
export type Row = Outputs['imports']['rows']['rows'][number];

/** The groups of rows that staff read, in this order, with what is said of them. */
export const groups = {
  ask: 'Ask whose they are',
  enter: 'To be entered',
  'by hand': 'To be entered by hand',
  'nothing new': 'Nothing new',
  'not ours': 'Not ours',
  open: 'Matters to be opened',
  entered: 'Entered',
  'taken back': 'Taken back',
  kept: 'Could not be taken back',
} as const satisfies Partial<Record<Group, string>>;
export type ShownGroup = keyof typeof groups;

export const shownGroups = Object.keys(groups) as ShownGroup[];

/** @returns the group that an address asks for; otherwise the first one with rows. */
export function groupIn(search: URLSearchParams, { counts }: Pick<Import, 'counts'>): ShownGroup {
  const asked = search.get('group');
  return shownGroups.find((each) => each === asked) ?? shownGroups.find((each) => counts[each]) ?? 'enter';
}

export const states: Readonly<Record<Import['state'], string>> = {
  mapping: 'Map columns',
  matching: 'Finding whose the rows are…',
  review: 'Waits to be checked and saved',
  saving: 'Saving…',
  saved: 'Saved',
  'taking back': 'Taking back…',
  'taken back': 'Taken back',
};

export const count = (rows: number) => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** @returns how far the work on an import is: what is done, and of how many rows. */
export function progressOf({ state, rows, counts }: Import): { done: number; of: number } {
  const number = (...names: (keyof Import['counts'])[]) =>
    names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  if (state === 'matching') return { done: rows - number('new'), of: rows };
  if (state === 'saving') return { done: number('entered'), of: number('entered', 'enter', 'open') };
  const done = number('taken back', 'kept');
  return { done, of: done + number('entered') };
}

/** @returns what would be entered, in words: `Decision, initial claim: denied, September 30, 2026`. */
export function newsText(entered: Row['news'][number]): string {
  const what: string = eventKinds[entered.kind];
  const day = longDate(entered.day);
  if (entered.kind === 'decision')
    return `${what}, ${levels[entered.level]}: ${outcomes[entered.outcome]}, ${day}`;
  if (entered.kind === 'appeal filed') return `${what}, ${levels[entered.level]}, ${day}`;
  if (entered.kind === 'import') return `${what}: ${levels[entered.level]}, pending on ${day}`;
  if (entered.kind === 'task') return `${entered.what}: ${longDate(entered.dueOn)}`;
  if ('on' in entered) return `${what} of ${day}: ${longDate(entered.on)}, ${entered.time}`;
  return 'dueOn' in entered && entered.dueOn
    ? `${what}, ${day}, due ${longDate(entered.dueOn)}`
    : `${what}, ${day}`;
}
