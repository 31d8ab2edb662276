import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** What `npm test` prints at its end of one runner's tests. */
export interface Count {
  passed: number;
  failed: number;
  /** The names of the tests that failed, since people see the end of a long output first. */
  failures: string[];
  /** How long each file took, in milliseconds. */
  files: { file: string; ms: number }[];
}

/**
 * Writes the count to the file that `TEST_COUNT_FILE` names. Vitest's own JSON leaves out errors that no test
 * awaited, which fail a run all the same.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const file = process.env.TEST_COUNT_FILE;
    if (!file) throw new Error('TEST_COUNT_FILE is missing');
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map(
        (error) => `${error.VITEST_TEST_PATH ?? 'outside of tests'}: ${error.stack ?? error.message}`,
      ),
    ];
    const passed = modules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0);
    const files = modules.map((module) => ({ file: module.relativeModuleId, ms: timeOf(module) }));
    writeFileSync(file, JSON.stringify({ passed, failed: failures.length, failures, files } satisfies Count));
  };
}

function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')].map(({ fullName }) => `${file}: ${fullName}`);
  const errors = module.errors().map(({ message }) => `${file}: ${message}`);
  return tests.length + errors.length > 0 || module.ok() ? [...tests, ...errors] : [file];
}

function timeOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
