import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMongod } from './find-mongod.ts';

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

/** What the product stands on: `npm run check` says which versions of these were tried together. */
const foundations =
  'payload next react react-router vite mongoose fastify @trpc/server @rjsf/core typescript'.split(' ');

/** @returns such as `node 24.21.0 · mongodb 8.0.32 · payload 3.90.2`: what is installed here. */
async function versions(): Promise<string> {
  const mongod = await findMongod(console.log).catch(() => undefined);
  const all = [`node ${process.versions.node}`, `mongodb ${mongod?.version ?? 'not found'}`];
  for (const name of foundations) {
    const file = join(root, 'node_modules', name, 'package.json');
    all.push(`${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`);
  }
  return all.join(' · ');
}

/** @returns how many checks passed and failed. */
export async function check(): Promise<{ passed: number; failed: number }> {
  console.log(`versions  ${await versions()}`);
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

if (import.meta.main) process.exit((await check()).failed > 0 ? 1 : 0);
