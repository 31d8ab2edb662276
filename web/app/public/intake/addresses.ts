import type { IntakeForm } from './intake-forms.ts';

type Start = Pick<IntakeForm, 'startPath'>;

export const sentPath = ({ startPath }: Start) => `${startPath}/sent`;
export const finishLaterPath = ({ startPath }: Start) => `${startPath}/finish-later`;
export const deletePath = ({ startPath }: Start) => `${startPath}/delete-answers`;
export const copyPath = ({ startPath }: Start) => `${startPath}/copy.pdf`;
export const keepPath = ({ startPath }: Start) => `${startPath}/keep`;
export const resumePath = ({ startPath }: Start) => `${startPath}/resume`;

/** @returns the id of the form of a step, for the `form` attribute of controls outside it. */
export const formIdOf = ({ name }: Pick<IntakeForm, 'name'>) => `${name}-form`;

/** @param wait there is a copy, but too many were requested lately. */
export function noCopyPath({ startPath }: Start, { wait = false }: { wait?: boolean } = {}): string {
  return `${startPath}/no-copy${wait ? '?wait=1' : ''}`;
}

/** Why another step is shown than the visitor asked for; the page says so. */
export type Detour = 'lost' | 'moved';

/** @param change whether the visitor comes from the list of answers and returns to it. */
export function stepPath(
  { startPath }: Start,
  step: string,
  { change = false, detour }: { change?: boolean; detour?: Detour | undefined } = {},
): string {
  const query = change ? '?change=1' : detour ? `?${detour}=1` : '';
  return `${startPath}/${step}${query}`;
}
