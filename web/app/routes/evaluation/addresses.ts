/** Where the case evaluation lives (SPEC section 2). */
export const evaluationForm = 'case-evaluation';
export const startPath = '/free-case-evaluation';
export const sentPath = `${startPath}/sent`;
export const finishLaterPath = `${startPath}/finish-later`;
export const deletePath = `${startPath}/delete-answers`;
export const resumePath = `${startPath}/resume`;

/** @param change the visitor comes from the list of answers and wants to go back to it. */
export function stepPath(step: string, { change = false }: { change?: boolean } = {}): string {
  return `${startPath}/${step}${change ? '?change=1' : ''}`;
}
