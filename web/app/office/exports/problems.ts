/** Why no file was made, by its name in the page's URL. */
export const problems = {
  from: { field: 'from', text: 'Enter the first day as a date' },
  to: { field: 'to', text: 'Enter the last day as a date' },
  order: { field: 'to', text: 'The last day must not be before the first day' },
  status: { field: 'status', text: 'Choose “Any”: what you export has no such status' },
  search: { field: '', text: 'The search has ended. Search the list once more, then export it' },
  'too-many': {
    field: '',
    text: 'You made five files within 15 minutes. Please wait 15 minutes and try again.',
  },
  'old-page': {
    field: '',
    text: 'This page is older than your session, so nothing was changed. Load it again, then try once more.',
  },
  unexpected: { field: '', text: 'An unexpected error occurred' },
} as const satisfies Record<string, { field: string; text: string }>;

export type ProblemName = keyof typeof problems;

export function isProblem(name: string | null): name is ProblemName {
  return name !== null && Object.hasOwn(problems, name);
}
