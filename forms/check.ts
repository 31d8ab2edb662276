import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrations } from './migrations.ts';
import { type FormName, forms } from './registry.ts';
import { checkForm } from './rules/check-form.ts';
import { writeGolden } from './rules/golden.ts';
import { readReleases, writeRelease } from './rules/released.ts';

const here = dirname(fileURLToPath(import.meta.url));
const words = {
  faulty: 'breaks the rules of forms.',
  breaking: 'would break drafts that are still open.',
  migrated: 'breaks with its release, and migrates drafts.',
  additive: 'fits what is stored.',
};

/**
 * `npm run forms:check`: no form may break its own rules, nor leave behind the drafts that were written under its
 * releases. Each change since the newest release is called additive or breaking.
 * `node forms/check.ts --release` also keeps the current versions as released, each with submissions that have to read the
 * same for ever (`golden`).
 */
function checkForms(release: boolean): boolean {
  let good = true;
  for (const [name, definition] of Object.entries(forms)) {
    const { form, version } = definition;
    const folder = join(here, form);
    const releases = readReleases(form, folder);
    const { state, sentences } = checkForm(definition, releases, migrations[name as FormName]);
    const bad = state === 'faulty' || state === 'breaking';
    const print = bad ? console.error : console.log;
    print(`${form}: ${state === 'unchanged' ? `as released (${version}).` : words[state]}`);
    for (const sentence of sentences) print(`  ${sentence}`);
    if (bad) good = false;
    else if (state !== 'unchanged' && release) {
      writeRelease(definition, folder, releases);
      writeGolden(definition, folder);
      print(`  Released as ${version}.`);
    } else if (state !== 'unchanged') print('  Not released yet: run "node forms/check.ts --release".');
  }
  return good;
}

process.exitCode = checkForms(process.argv.includes('--release')) ? 0 : 1;
