import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FormDefinition } from '../definition.ts';
import { writeGolden } from './golden.ts';
import { type Release, writeRelease } from './released.ts';

interface Unreleased {
  definition: FormDefinition;
  releases: readonly Release[];
}

/**
 * Keeps definitions as released, each with submissions that have to read the same forever: all of them or none. Everything
 * is written beside the forms first and then moved into place, a release after its submissions; when something fails, what
 * was moved is taken back.
 *
 * @param home the folder of forms.
 * @throws Error when an example is no valid submission, or a file can't be written; then nothing has changed.
 */
export function releaseForms(unreleased: readonly Unreleased[], home: string): void {
  const stage = mkdtempSync(join(home, '.release-'));
  const undo: (() => void)[] = [];
  try {
    const moves = unreleased.flatMap(({ definition, releases }) => {
      const { form, version } = definition;
      writeGolden(definition, join(home, form), join(stage, form));
      writeRelease(definition, join(stage, form), releases);
      return [join(form, 'golden', version), join(form, 'released', `${version}.json`)];
    });
    for (const path of moves) {
      const [from, to, before] = [stage, home, join(stage, 'before')].map((folder) => join(folder, path)) as [
        string,
        string,
        string,
      ];
      const known = existsSync(to);
      mkdirSync(dirname(to), { recursive: true });
      if (known) cpSync(to, before, { recursive: true });
      undo.push(() => {
        rmSync(to, { recursive: true, force: true });
        if (known) cpSync(before, to, { recursive: true });
      });
      rmSync(to, { recursive: true, force: true });
      renameSync(from, to);
    }
  } catch (error) {
    for (const back of undo.reverse()) back();
    throw error;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
