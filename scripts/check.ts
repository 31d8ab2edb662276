import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Every check with its name. All run, so that one look shows everything that needs fixing. */
const checks: [name: string, command: string, ...args: string[]][] = [
  ['form validators', process.execPath, 'forms/compile.ts'],
  ['route types', 'react-router', 'typegen', 'web'],
  ['types', 'tsc', '-p', '.'],
  ['lint and format', 'biome', 'check', '.'],
  ['dead code and dependencies', 'knip'],
  ['forms', process.execPath, 'forms/check.ts'],
  ['reference of forms', process.execPath, 'forms/reference.ts'],
];

/** @returns how many checks passed and failed. */
export function check(): { passed: number; failed: number } {
  let failed = 0;
  for (const [name, command, ...args] of checks) {
    const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
    const run = spawnSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      // Lets tools load the configuration of the CMS without a database.
      env: { ...process.env, PATH: path, CMS_BUILDING: '1' },
    });
    const ok = run.status === 0;
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`);
    if (ok) continue;
    failed += 1;
    console.log(run.stdout + run.stderr);
  }
  return { passed: checks.length - failed, failed };
}

if (import.meta.main) process.exit(check().failed > 0 ? 1 : 0);
