import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineForm, type FormDefinition } from '../definition.ts';

/** A file `released/<version>.json`. It is written once and never edited. */
export interface Release {
  /** Versions that were the newest when this one was released; that is how the newest are known without dates. */
  previous: string[];
  definition: FormDefinition;
}

/** @param folder that of the form. @throws Error when a file's content no longer is the version in its name. */
export function readReleases(form: string, folder: string): Release[] {
  const home = join(folder, 'released');
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { previous, schema, ui } = JSON.parse(readFileSync(join(home, name), 'utf8'));
      const definition = defineForm(form, schema, ui);
      if (`${definition.version}.json` !== name) {
        throw new Error(`${form}/released/${name} was edited after its release; restore it.`);
      }
      return { previous, definition };
    });
}

/** @returns the releases that none came after: one, or more where branches with releases were merged. */
export function newestReleases(releases: readonly Release[]): Release[] {
  const passed = new Set(releases.flatMap(({ previous }) => previous));
  return releases.filter(({ definition }) => !passed.has(definition.version));
}

/** @returns whether one version was released before another, which came after it directly or by way of others. */
export function isBefore(releases: readonly Release[], version: string, later: string): boolean {
  const before = releases.find(({ definition }) => definition.version === later)?.previous ?? [];
  return before.includes(version) || before.some((each) => isBefore(releases, version, each));
}

export function writeRelease(
  { version, schema, ui }: FormDefinition,
  folder: string,
  releases: readonly Release[],
): void {
  const previous = newestReleases(releases).map(({ definition }) => definition.version);
  mkdirSync(join(folder, 'released'), { recursive: true });
  writeFileSync(
    join(folder, 'released', `${version}.json`),
    `${JSON.stringify({ previous, schema, ui }, null, 2)}\n`,
  );
}
