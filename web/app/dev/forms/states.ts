/** The states that a form can be viewed in, with their labels. */
export const states = {
  empty: 'Empty',
  errors: 'With every error',
  wrong: 'With wrong answers',
  filled: 'Filled in',
  review: 'Review before sending',
  staff: 'Sent, as staff see it',
  outside: 'Sent, as mail and print show it',
  csv: 'Exported as CSV',
  json: 'Exported as JSON',
} as const;

export type FormState = keyof typeof states;

export function isState(text: string): text is FormState {
  return Object.hasOwn(states, text);
}

export function statePath(form: string, state: FormState, { plain = false } = {}): string {
  return `/dev/forms/${form}/${state}${plain ? '?plain' : ''}`;
}
