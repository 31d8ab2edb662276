import { writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { findMongod } from '../../scripts/find-mongod.ts';
import type { Row } from './figures.ts';
import type { Trial } from './trial.ts';

/** What a trial found. */
export interface Finding {
  trial: Trial;
  rows: Row[];
  seconds: number;
}

const file = join(import.meta.dirname, '../../docs/reliability.md');

/** Writes docs/reliability.md, which nobody edits. */
export async function writeReport(findings: readonly Finding[]): Promise<void> {
  const { version } = await findMongod(() => {});
  const memory = Math.round(totalmem() / 1024 ** 3);
  const minutes = Math.round(findings.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const machine = `${availableParallelism()} processor cores and ${memory} GB of memory`;
  const place = tmpdir().startsWith('/dev/shm') ? 'memory' : 'files';
  const head = `# Reliability

Written by \`npm run test:faults\`, which measures all of it anew: change \`tests/faults\`, not this file. \`npm run test:all\` does a tenth
of each.

${day}, on one machine with ${machine} that ran the site, its database and the trial itself (Node.js ${process.versions.node}, MongoDB
${version}, data in ${place}), in ${minutes} minutes.
`;
  const marks = findings.flatMap(({ rows }) => rows);
  const missed = marks.filter(({ passed }) => !passed).length;
  const verdict =
    missed === 0 ? `All ${marks.length} marks are passed.` : `${missed} of ${marks.length} marks are missed.`;
  await writeFile(file, [head, verdict, ...findings.map(sectionOf)].join('\n'));
}

function sectionOf({ trial: { name, title, about }, rows }: Finding): string {
  const lines = rows.map(
    ({ what, figure, mark, passed }) =>
      `| ${what} | ${passed ? figure : `**${figure}**`} | ${mark} | ${passed ? 'passed' : '**missed**'} |`,
  );
  return `
## ${title}

${about} (\`npm run test:faults -- ${name}\`)

| What | Figure | Mark | |
|---|---|---|---|
${lines.join('\n')}
`;
}
