import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Variables that our processes set for each other, or that belong to the system. */
const internalNames = ['MONGODB_SOURCE', 'PATH'];

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8');
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

it('.env.example lists every setting that a process reads, and no others', async () => {
  const listed = await namesIn('.env.example', /^(?:# )?([A-Z][A-Z0-9_]+)=/gm);
  const read = new Set<string>();
  for (const file of ['api/platform/settings.ts', 'web/env.ts', 'cms/env.ts'])
    for (const name of await namesIn(file, /^ {2}([A-Z][A-Z0-9_]+):/gm)) read.add(name);
  for (const file of ['scripts/launch.ts', 'scripts/find-mongod.ts', 'scripts/environment.ts'])
    for (const name of await namesIn(file, /process\.env\.([A-Z][A-Z0-9_]+)/g)) read.add(name);
  for (const name of internalNames) read.delete(name);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual([...read].toSorted());
});
