import type { FormDefinition } from '../definition.ts';
import type { Migrations } from '../migrations.ts';
import { type Approval, exposureHash, readApprovals } from './approvals.ts';
import { compareDefinitions } from './compatibility.ts';
import { findConditionFaults } from './condition-rules.ts';
import { type Example, findExampleFaults, readExampleFiles } from './example-rules.ts';
import { type Golden, readGolden } from './golden.ts';
import { findIntakeFaults } from './intake-rules.ts';
import { findMetaFaults } from './meta-rules.ts';
import { findPageFaults } from './page-rules.ts';
import { newestReleases, type Release } from './released.ts';
import { replayDrafts } from './replay.ts';
import { findSchemaFaults } from './schema-rules.ts';
import { findRenamedSteps } from './step-rules.ts';

export interface FormReport {
  /**
   * `breaking` lacks a migration that `migrated` has; `unapproved` exposes personal data, and nobody has signed for it.
   */
  state: 'faulty' | 'breaking' | 'unapproved' | 'migrated' | 'additive' | 'unchanged';
  /** One sentence per fault; or per change, with its kind before it, and then what becomes of drafts. */
  sentences: string[];
}

/** What lies beside a form's two files. */
export interface FormFolder {
  examples: readonly Example[];
  /** Submissions that were kept with each release, by its version. */
  golden: ReadonlyMap<string, readonly Golden[]>;
  approvals: readonly Approval[];
  /** A sentence per line of `approvals.txt` that approves nothing. */
  approvalFaults: readonly string[];
}

const emptyFolder: FormFolder = { examples: [], golden: new Map(), approvals: [], approvalFaults: [] };

/** @param folder that of the form. */
export function readFormFolder(folder: string, releases: readonly Release[]): FormFolder {
  const { approvals, faults } = readApprovals(folder);
  const golden = releases.map(
    ({ definition }) => [definition.version, readGolden(definition.version, folder)] as const,
  );
  return { examples: readExampleFiles(folder), golden: new Map(golden), approvals, approvalFaults: faults };
}

/**
 * Judges a form by its own rules, and against its newest releases.
 *
 * A breaking change needs a migration from each release that it breaks with: answers that were sent keep the definition
 * they were given under, but a draft that is still open goes on under today's. A change that exposes personal data needs
 * a signed line in the form's folder.
 *
 * @param migrations those of this form.
 * @param folder left out = the definition is judged alone, without examples.
 */
export function checkForm(
  definition: FormDefinition,
  releases: readonly Release[],
  migrations: Migrations = {},
  folder?: FormFolder,
): FormReport {
  const { approvalFaults, examples } = folder ?? emptyFolder;
  const newest = newestReleases(releases);
  const faults = findFaults(definition);
  if (faults.length === 0)
    faults.push(
      ...findMigrationFaults(releases, migrations),
      ...findRenamedSteps(definition, newest),
      ...approvalFaults,
    );
  if (faults.length > 0) return { state: 'faulty', sentences: faults };
  const report = reportChanges(definition, releases, migrations, folder ?? emptyFolder);
  const unproven = folder ? findExampleFaults(definition, examples) : [];
  if (unproven.length === 0) return report;
  const state = report.state === 'breaking' || report.state === 'unapproved' ? report.state : 'faulty';
  return { state, sentences: [...unproven, ...report.sentences] };
}

function reportChanges(
  definition: FormDefinition,
  releases: readonly Release[],
  migrations: Migrations,
  { examples, golden, approvals }: FormFolder,
): FormReport {
  if (releases.length === 0) return { state: 'additive', sentences: ['This form was never released.'] };
  const compared = newestReleases(releases).map(({ definition: released }) => {
    const { version } = released;
    const changes = compareDefinitions(released, definition);
    const drafts = [...(golden.get(version) ?? []), ...examples].map(({ answers }) => answers);
    return {
      version,
      changes,
      breaks: changes.some(({ kind }) => kind === 'breaking'),
      exposure: exposureHash(version, changes),
      replay: replayDrafts(definition, { from: released, releases, migrations, drafts }),
    };
  });
  const broken = compared.filter(({ breaks }) => breaks);
  const lacking = broken.filter(({ version }) => !Object.hasOwn(migrations, version));
  const unsigned = compared.filter(
    ({ exposure }) => exposure !== undefined && !approvals.some(({ hash }) => hash === exposure),
  );
  // Also when an earlier release came back, as long as nothing that was stored since is lost by it.
  const known = releases.some((each) => each.definition.version === definition.version);
  if (known && broken.length === 0 && unsigned.length === 0) return { state: 'unchanged', sentences: [] };
  const descriptions = compared.flatMap(({ changes }) =>
    changes.map(({ kind, sentence }) => `${kind}: ${sentence}`),
  );
  const asked = [
    ...lacking.map(
      ({ version }) => `Drafts of ${version} need migrations/${version}.ts, listed in forms/migrations.ts.`,
    ),
    ...unsigned.map(
      ({ exposure }) =>
        `This exposes personal data. Whoever answers for it adds a line to approvals.txt: YYYY-MM-DD | name | ${exposure} | reason`,
    ),
  ];
  const replayed = compared.flatMap(({ replay }) => replay);
  const sentences = [...new Set([...descriptions, ...asked])].concat(replayed);
  if (lacking.length > 0) return { state: 'breaking', sentences };
  if (unsigned.length > 0) return { state: 'unapproved', sentences };
  return { state: broken.length > 0 ? 'migrated' : 'additive', sentences };
}

/** @returns one sentence per fault of the form's two files by themselves. */
function findFaults(definition: FormDefinition): string[] {
  // The later rules rely on the shape that the earlier ones make sure of.
  for (const find of [
    findMetaFaults,
    findSchemaFaults,
    findConditionFaults,
    findPageFaults,
    findIntakeFaults,
  ]) {
    const faults = find(definition);
    if (faults.length > 0) return faults;
  }
  return [];
}

/**
 * For a build and for a start: nobody may be asked what could not be checked or kept.
 *
 * @throws Error with a sentence per fault of the forms.
 */
export function refuseFaultyForms(definitions: Iterable<FormDefinition>): void {
  const faults = [...definitions].flatMap((definition) =>
    findFaults(definition).map((sentence) =>
      sentence.startsWith(`${definition.form}/`) ? sentence : `${definition.form}: ${sentence}`,
    ),
  );
  if (faults.length > 0) throw new Error(`These forms break the rules of forms:\n${faults.join('\n')}`);
}

function findMigrationFaults(releases: readonly Release[], migrations: Migrations): string[] {
  const versions = releases.map(({ definition }) => definition.version);
  return Object.keys(migrations)
    .filter((version) => !versions.includes(version))
    .map((version) => `There is a migration from ${version}, which was never released.`);
}
