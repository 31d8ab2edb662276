import { makePeople } from './people.ts';
import type { Target } from './target.ts';
import { type Report, startWalk } from './walk.ts';
import { walkClients } from './walk-clients.ts';
import { walkCms } from './walk-cms.ts';
import { walkPages } from './walk-pages.ts';
import { forgeMutations, walkProcedures } from './walk-procedures.ts';

/** Calls every procedure, page and CMS endpoint as every caller, and reports what the wrong callers can do. */
export async function attack(target: Target, full: boolean): Promise<Report> {
  const walk = startWalk(target, await makePeople(target), full);
  const parts = [walkProcedures, forgeMutations, walkPages, walkCms, walkClients];
  for (const part of parts) await part(walk);
  return walk.report;
}

export function formatReport({ requests, refused, allowed, holes, covered }: Report): string {
  return [
    ...covered.map((each) => `  ${each}`),
    `  ${requests} requests, ${refused} refused, ${allowed} allowed as declared, ${holes.length} holes`,
    ...holes.map((hole) => `  HOLE ${hole}`),
  ].join('\n');
}
