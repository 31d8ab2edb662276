import { join } from 'node:path';
import type { Answers, FormDefinition } from './definition.ts';
import { type Migrations, migrations } from './migrations.ts';
import type { FormName } from './registry.ts';
import { isBefore, type Release, readReleases } from './rules/released.ts';

/**
 * Brings a draft's answers to today's definition of its form.
 *
 * @param from the version that the draft was written under; undefined for one that has no answers yet.
 * @returns the answers after every migration since; those to questions that the form no longer has are left out, because
 * the visitor could not take them back. What became wrong otherwise is asked again.
 */
export function migrateAnswers(
  definition: FormDefinition,
  from: string | undefined,
  answers: Answers,
): Answers {
  if (from === definition.version) return answers;
  const known = migrations[definition.form as FormName] ?? {};
  const releases = readReleases(definition.form, join(import.meta.dirname, definition.form));
  return applyMigrations(definition, { from, releases, known }, answers);
}

/** As `migrateAnswers`, with the releases and migrations of the form. */
export function applyMigrations(
  { schema }: FormDefinition,
  {
    from = '',
    releases,
    known,
  }: { from?: string | undefined; releases: readonly Release[]; known: Migrations },
  answers: Answers,
): Answers {
  const due = Object.entries(known)
    .filter(([version]) => version === from || isBefore(releases, from, version))
    .sort(([a], [b]) => Number(isBefore(releases, b, a)) - Number(isBefore(releases, a, b)));
  const migrated = due.reduce((before, [, migrate]) => migrate(before), answers);
  const properties = schema.properties ?? {};
  return Object.fromEntries(Object.entries(migrated).filter(([name]) => Object.hasOwn(properties, name)));
}
