import type { IntakeForm } from './intake-forms.ts';

type Start = Pick<IntakeForm, 'startPath'>;

export const sentPath = ({ startPath }: Start) => `${startPath}/sent`;
export const finishLaterPath = ({ startPath }: Start) => `${startPath}/finish-later`;
export const deletePath = ({ startPath }: Start) => `${startPath}/delete-answers`;
export const copyPath = ({ startPath }: Start) => `${startPath}/copy.pdf`;
export const resumePath = ({ startPath }: Start) => `${startPath}/resume`;

/** @param wait it is only that too many were made. */
export function noCopyPath({ startPath }: Start, { wait = false }: { wait?: boolean } = {}): string {
  return `${startPath}/no-copy${wait ? '?wait=1' : ''}`;
}

/** @param change the visitor comes from the list of answers and wants to go back to it. */
export function stepPath(
  { startPath }: Start,
  step: string,
  { change = false }: { change?: boolean } = {},
): string {
  return `${startPath}/${step}${change ? '?change=1' : ''}`;
}
