import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimFigures } from '../api/casework/claims/claim-steps.ts';
import { productTexts } from '../cms/figures/find-uses.ts';

const root = join(import.meta.dirname, '..');

it('where a figure is used also names the texts that are part of the product', () => {
  const claim = productTexts.find(({ publicPath }) => publicPath === '/client-portal/claim');
  expect([...(claim?.figures ?? [])].sort()).toEqual([...claimFigures].sort());
});

it('no text counts the questions of the evaluation, which the page takes from the form', () => {
  const files = globSync(['seed/{articles,faq,pages}/*', 'forms/*/intake.ts', 'web/app/**/*.tsx'], {
    cwd: root,
  });
  const promised = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(\S+) short questions/g)].map(([, count]) => count),
  );
  expect(new Set(promised)).toEqual(new Set(['few', "'{questions}"]));
});

it('no form has a figure in its texts, so where it is used names none', () => {
  const files = globSync('forms/*/{ui.json,intake.ts}', { cwd: root });
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('{{'))).toEqual([]);
});
