import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forms } from './registry.ts';
import { checkForm } from './rules/check-form.ts';
import { readReleases, writeRelease } from './rules/released.ts';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * `npm run forms:check`: no form may break its own rules, nor the answers that were stored under its releases.
 * `node forms/check.ts --release` also keeps the current versions as released.
 */
function checkForms(release: boolean): boolean {
  let good = true;
  for (const definition of Object.values(forms)) {
    const { form, version } = definition;
    const releases = readReleases(form, join(here, form));
    const { state, sentences } = checkForm(definition, releases);
    if (state === 'faulty' || state === 'breaking') {
      good = false;
      console.error(
        `${form}: ${state === 'faulty' ? 'breaks the rules of forms' : 'would break stored answers'}.`,
      );
      for (const sentence of sentences) console.error(`  ${sentence}`);
    } else if (state === 'unchanged') {
      console.log(`${form}: as released (${version}).`);
    } else {
      console.log(`${form}: fits what is stored.`);
      for (const sentence of sentences) console.log(`  ${sentence}`);
      if (release) writeRelease(definition, join(here, form), releases);
      console.log(
        release
          ? `  Released as ${version}.`
          : '  Not released yet: run "node forms/check.ts --release" with the change.',
      );
    }
  }
  return good;
}

process.exitCode = checkForms(process.argv.includes('--release')) ? 0 : 1;
