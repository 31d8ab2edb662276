import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimFigures } from '../api/casework/claims/claim-steps.ts';
import { productTexts } from '../cms/figures/product-texts.ts';
import { getForm } from '../forms/registry.ts';

const root = join(import.meta.dirname, '..');

it('where a figure is used also names the texts that are part of the product', () => {
  const claim = productTexts.find(({ publicPath }) => publicPath === '/client-portal/claim');
  expect([...(claim?.figures ?? [])].sort()).toEqual([...claimFigures].sort());
});

it('texts promise the questions that the evaluation asks before it asks how to reach somebody', () => {
  expect(getForm('case-evaluation').ui.steps.slice(0, -1)).toHaveLength(8);
  const files = globSync(['seed/{articles,faq,pages}/*', 'forms/*/intake.ts', 'web/app/routes/**/*.tsx'], {
    cwd: root,
  });
  const promised = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(\w+) short questions/g)].map(([, count]) => count),
  );
  expect(new Set(promised)).toEqual(new Set(['eight', 'few']));
});

it('no form has a figure in its texts, so where it is used names none', () => {
  const files = globSync('forms/*/{ui.json,intake.ts}', { cwd: root });
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('{{'))).toEqual([]);
});
