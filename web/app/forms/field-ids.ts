/** Ids of what belongs to a field, so that a field, its hint and its error find each other. */
export function hintId(fieldId: string): string {
  return `${fieldId}-hint`;
}

export function errorId(fieldId: string): string {
  return `${fieldId}-error`;
}

/** @returns the id of one answer that can be chosen; the first is where a link to the field leads. */
export function choiceId(fieldId: string, index: number): string {
  return `${fieldId}-${index}`;
}

/** @returns the value of `aria-describedby` for a field, or undefined when it has neither hint nor error. */
export function describedBy(fieldId: string, has: { hint: boolean; error: boolean }): string | undefined {
  const ids = [has.hint ? hintId(fieldId) : '', has.error ? errorId(fieldId) : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
