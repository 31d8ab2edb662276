import { join } from 'node:path';
import { migrations } from './migrations.ts';
import { type FormName, forms } from './registry.ts';
import { checkForm, readFormFolder } from './rules/check-form.ts';
import { releaseForms } from './rules/release-forms.ts';
import { readReleases } from './rules/released.ts';

const here = import.meta.dirname;
const words = {
  faulty: 'breaks the rules of forms.',
  breaking: 'would break drafts that are still open.',
  unapproved: 'would expose personal data, and nobody has approved it.',
  migrated: 'breaks with its release, and migrates drafts.',
  additive: 'fits what is stored.',
};

/**
 * `npm run forms:check`: no form may break its own rules, leave behind the drafts that were written under its releases,
 * or expose personal data that was not exposed before, unless somebody has approved it in writing. `npm run
 * forms:release` also keeps the current versions as released, all of them or none.
 */
function checkForms(release: boolean): boolean {
  const reports = Object.entries(forms).map(([name, definition]) => {
    const folder = join(here, definition.form);
    const releases = readReleases(definition.form, folder);
    const report = checkForm(
      definition,
      releases,
      migrations[name as FormName],
      readFormFolder(folder, releases),
    );
    return { definition, releases, ...report };
  });
  const isBad = ({ state }: (typeof reports)[number]) => ['faulty', 'breaking', 'unapproved'].includes(state);
  for (const report of reports) {
    const { definition, state, sentences } = report;
    const print = isBad(report) ? console.error : console.log;
    print(
      `${definition.form}: ${state === 'unchanged' ? `as released (${definition.version}).` : words[state]}`,
    );
    for (const sentence of sentences) print(`  ${sentence}`);
  }
  const good = !reports.some(isBad);
  const unreleased = reports.filter(({ state }) => state !== 'unchanged');
  if (release && !good) console.error('Nothing was released.');
  else if (release) {
    releaseForms(unreleased, here);
    for (const { definition } of unreleased)
      console.log(`${definition.form}: Released as ${definition.version}.`);
  } else if (good && unreleased.length > 0)
    console.log(`${unreleased.length} not released yet: run "npm run forms:release".`);
  return good;
}

process.exitCode = checkForms(process.argv.includes('--release')) ? 0 : 1;
