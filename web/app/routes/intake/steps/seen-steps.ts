import type { StepData } from './step-data.server.ts';

/** Used in the browser only: on a server, the answers of several visitors would mix. */
const seen = new Map<string, StepData>();

/** Remembers a step that was shown, for going back to it while the connection is lost. */
export function rememberStep(path: string, data: StepData): void {
  seen.set(path, data);
}

export function seenStep(path: string): StepData | undefined {
  return seen.get(path);
}

/** No answer stays in the page's memory once the form is sent. */
export function forgetSteps(): void {
  seen.clear();
}
