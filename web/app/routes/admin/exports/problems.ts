/** Why no file was made, by the word that stands for it in the address of the page. */
export const problems = {
  password: { field: 'password', text: 'Invalid password' },
  from: { field: 'from', text: 'Enter the first day as a date' },
  to: { field: 'to', text: 'Enter the last day as a date' },
  order: { field: 'to', text: 'The last day must not be before the first day' },
  'too-many': { field: '', text: 'Too many attempts. Please wait 15 minutes and try again.' },
  unexpected: { field: '', text: 'An unexpected error occurred' },
} as const satisfies Record<string, { field: string; text: string }>;

export type ProblemName = keyof typeof problems;

export function isProblem(name: string | null): name is ProblemName {
  return name !== null && Object.hasOwn(problems, name);
}

/** @param status of the refusal. @param text what it said. @returns the name of what the page says about it. */
export function problemNameOf(status: number, text: string): ProblemName {
  if (status === 429) return 'too-many';
  const found = Object.entries(problems).find(([, problem]) => problem.text === text);
  return isProblem(found?.[0] ?? null) ? (found?.[0] as ProblemName) : 'unexpected';
}
