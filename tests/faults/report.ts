import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { findMongod } from '../../scripts/find-mongod.ts';
import type { Row } from './figures.ts';
import type { Trial } from './trial.ts';

/** What a trial found. */
interface Finding {
  trial: Trial;
  rows: Row[];
  seconds: number;
}

const file = join(import.meta.dirname, '../../docs/reliability.md');
const head = `# Reliability

Written by \`npm run test:faults\`, which measures all of it anew, or with names of trials those: change \`tests/faults\`, not this
file. One machine ran the site, its database and the trial itself.
`;

/** Writes what a trial found into its section of docs/reliability.md, which nobody edits. */
export async function writeReport(finding: Finding, trials: readonly Trial[]): Promise<void> {
  const machine = await describeMachine();
  const known = await readFile(file, 'utf8').catch(() => '');
  const sections = trials.flatMap((trial) =>
    trial === finding.trial ? sectionOf(finding, machine) : (sectionIn(known, trial) ?? []),
  );
  await writeFile(file, [head, ...sections].join('\n'));
}

/** Such as `2 processor cores, 16 GB of memory, …`. */
async function describeMachine(): Promise<string> {
  const { version } = await findMongod(() => {});
  const memory = Math.round(totalmem() / 1024 ** 3);
  const place = tmpdir().startsWith('/dev/shm') ? 'memory' : 'files';
  return `${availableParallelism()} processor cores, ${memory} GB of memory, Node.js ${process.versions.node}, MongoDB ${version}, data in ${place}`;
}

function sectionIn(text: string, { title }: Trial): string | undefined {
  const found = text.split(/^(?=## )/m).find((section) => section.startsWith(`## ${title}\n`));
  return found && `${found.trimEnd()}\n`;
}

function sectionOf({ trial: { name, title, about }, rows, seconds }: Finding, machine: string): string {
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const missed = rows.filter(({ passed }) => !passed).length;
  const verdict =
    missed === 0 ? `All ${rows.length} marks passed` : `${missed} of ${rows.length} marks missed`;
  const lines = rows.map(
    ({ what, figure, mark, passed }) =>
      `| ${what} | ${figure} | ${mark} | ${passed ? 'passed' : '**missed**'} |`,
  );
  return `## ${title}

${about}

${verdict} on ${day}, in ${seconds} seconds, with ${machine}. To measure it again: \`npm run test:faults -- ${name}\`.

| What | Figure | Mark | |
|---|---|---|---|
${lines.join('\n')}
`;
}
