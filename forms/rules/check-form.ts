import type { FormDefinition } from '../definition.ts';
import type { Migrations } from '../migrations.ts';
import { compareDefinitions } from './compatibility.ts';
import { findConditionFaults } from './condition-rules.ts';
import { findPageFaults } from './page-rules.ts';
import { newestReleases, type Release } from './released.ts';
import { findSchemaFaults } from './schema-rules.ts';

export interface FormReport {
  /** `breaking` lacks a migration that `migrated` has. */
  state: 'faulty' | 'breaking' | 'migrated' | 'additive' | 'unchanged';
  /** One sentence per fault; or per change, with its kind before it. */
  sentences: string[];
}

/**
 * Judges a form by its own rules, and against its newest releases.
 *
 * A breaking change needs a migration from each release that it breaks with: answers that were sent keep the definition
 * they were given under, but a draft that is still open goes on under today's.
 *
 * @param migrations those of this form.
 */
export function checkForm(
  definition: FormDefinition,
  releases: readonly Release[],
  migrations: Migrations = {},
): FormReport {
  // The later rules rely on the shape that the earlier ones make sure of.
  const migrationFaults = () => findMigrationFaults(releases, migrations);
  for (const findFaults of [findSchemaFaults, findConditionFaults, findPageFaults, migrationFaults]) {
    const faults = findFaults(definition);
    if (faults.length > 0) return { state: 'faulty', sentences: faults };
  }
  if (releases.length === 0) return { state: 'additive', sentences: ['This form was never released.'] };
  const compared = newestReleases(releases).map(({ definition: released }) => {
    const changes = compareDefinitions(released, definition);
    return { changes, version: released.version, breaks: changes.some(({ kind }) => kind === 'breaking') };
  });
  const broken = compared.filter(({ breaks }) => breaks);
  const lacking = broken.filter(({ version }) => !Object.hasOwn(migrations, version));
  // Also when an earlier release came back, as long as nothing that was stored since is lost by it.
  const known = releases.some((each) => each.definition.version === definition.version);
  if (known && broken.length === 0) return { state: 'unchanged', sentences: [] };
  const told = compared.flatMap(({ changes }) => changes.map(({ kind, sentence }) => `${kind}: ${sentence}`));
  const asked = lacking.map(
    ({ version }) => `Drafts of ${version} need migrations/${version}.ts, listed in forms/migrations.ts.`,
  );
  const state = lacking.length > 0 ? 'breaking' : broken.length > 0 ? 'migrated' : 'additive';
  return { state, sentences: [...new Set([...told, ...asked])] };
}

function findMigrationFaults(releases: readonly Release[], migrations: Migrations): string[] {
  const versions = releases.map(({ definition }) => definition.version);
  return Object.keys(migrations)
    .filter((version) => !versions.includes(version))
    .map((version) => `There is a migration from ${version}, which was never released.`);
}
