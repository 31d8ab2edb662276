import { makePeople } from './people.ts';
import type { Target } from './target.ts';
import { type Report, startWalk } from './walk.ts';
import { walkCms } from './walk-cms.ts';
import { walkPages } from './walk-pages.ts';
import { forgeMutations, walkProcedures } from './walk-procedures.ts';

/** Calls everything that the product answers as everybody who should not, and looks whether it matters. */
export async function attack(target: Target, full: boolean): Promise<Report> {
  const walk = startWalk(target, await makePeople(target), full);
  for (const part of [walkProcedures, forgeMutations, walkPages, walkCms]) await part(walk);
  return walk.report;
}

export function inWords({ requests, refused, allowed, holes, covered }: Report): string {
  return [
    ...covered.map((each) => `  ${each}`),
    `  ${requests} requests, ${refused} refused, ${allowed} allowed as declared, ${holes.length} holes`,
    ...holes.map((hole) => `  HOLE ${hole}`),
  ].join('\n');
}
