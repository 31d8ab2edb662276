import type { StepData } from './step-data.server.ts';

/** In the browser only: a server has many visitors, and their answers must not meet. */
const seen = new Map<string, StepData>();

/** Keeps a step that was shown, for going back to it while the connection is lost. */
export function rememberStep(path: string, data: StepData): void {
  seen.set(path, data);
}

export function seenStep(path: string): StepData | undefined {
  return seen.get(path);
}

/** Nothing of what was answered stays in the page's memory once it is sent. */
export function forgetSteps(): void {
  seen.clear();
}
