import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from './start-error.ts';

const root = join(import.meta.dirname, '..');

interface Part {
  name: string;
  /** The sources of the output: when none of them changed, there is nothing to build. */
  sources: string[];
  output: string;
  /** Run in order, each with its folder. */
  commands: [folder: string, ...command: string[]][];
}

/** What the CMS knows of forms: their addresses, which no page can have, phone numbers and states. */
const intakeSources = ['forms/{define-intake,intakes,phone,public-forms,states}.ts', 'forms/*/intake.ts'];

/** In dependency order: the site's bundle holds the form validators. */
const parts: Part[] = [
  {
    name: 'form validators',
    sources: ['forms/*.{ts,json}', 'forms/rules/*.ts', 'forms/*/{schema,ui}.json', 'forms/*/intake.ts'],
    output: 'forms/.generated/stamp',
    commands: [['forms', process.execPath, 'compile.ts']],
  },
  {
    name: 'CMS',
    sources: ['cms/**/*', ...intakeSources],
    output: 'cms/.next/stamp',
    commands: [['cms', join(root, 'node_modules/.bin/next'), 'build']],
  },
  {
    name: 'site',
    sources: [
      ...['web/*.{ts,json}', 'web/app/**/*', 'web/public/**/*', 'forms/*.ts'],
      ...['forms/*/{schema,ui}.json', 'forms/*/intake.ts'],
    ],
    output: 'web/build/stamp',
    commands: [['web', join(root, 'node_modules/.bin/react-router'), 'build']],
  },
];

/**
 * Builds the parts whose sources changed since they were last built.
 *
 * @param report gets the name of each part before its build. @returns how many were built.
 * @throws StartError with the end of the tool's output.
 */
export async function build(report: (part: string) => void): Promise<number> {
  let built = 0;
  for (const part of parts) {
    const stamp = await fingerprintOf(part);
    const output = join(root, part.output);
    if (existsSync(output) && (await readFile(output, 'utf8')) === stamp) continue;
    report(part.name);
    for (const [folder, ...command] of part.commands) await run(command, join(root, folder), part.name);
    await mkdir(dirname(output), { recursive: true });
    await writeFile(output, stamp);
    built += 1;
  }
  return built;
}

async function fingerprintOf({ sources }: Part): Promise<string> {
  const files: string[] = [];
  for await (const file of glob([...sources, 'package-lock.json'], { cwd: root, exclude: isNoSource }))
    files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = await readFile(join(root, file)).catch(ignoreFolders);
    if (content) hash.update(`${file}\0`).update(content).update('\0');
  }
  return hash.digest('hex');
}

function isNoSource(path: string): boolean {
  return /(^|\/)(node_modules|\.next|next-env\.d\.ts)(\/|$)|\.test\.tsx?$/.test(path);
}

function ignoreFolders(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EISDIR') throw error;
}

function run([command = '', ...args]: string[], cwd: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      NEXT_TELEMETRY_DISABLED: '1',
      CMS_BUILDING: '1',
    };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-4_000);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`Building the ${name} failed:\n${output}`));
    });
  });
}

if (import.meta.main) {
  await build((part) => console.log(`building ${part}`)).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}
