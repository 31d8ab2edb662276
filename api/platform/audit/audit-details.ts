import { z } from 'zod';
import type { AuditDetails } from './audit-chain.ts';

/**
 * @param choices which words an input may have, by its name.
 * @returns those that are in the input: only words of ours, since anything else could be personal data.
 */
export function choicesIn(input: unknown, choices: Record<string, readonly string[]>): AuditDetails {
  const given = readObject(input);
  return Object.fromEntries(
    Object.entries(choices).flatMap(([name, words]) =>
      words.filter((word) => word === given[name]).map((word) => [name, word]),
    ),
  );
}

/** @returns which of these inputs are there: their names, never what was typed into them. */
export function namesIn(input: unknown, names: readonly string[]): string[] {
  const given = readObject(input);
  return names.filter((name) => given[name] !== undefined && given[name] !== null && given[name] !== '');
}

function readObject(input: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
}
