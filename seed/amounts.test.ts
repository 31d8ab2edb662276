import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const amount = /\$\s?(?:\d{1,3}(?:,\d{3})+|\d{3,})(?:\.\d\d)?|\b\d[\d,]* dollars\b/gi;

/** The only places where an amount stands in words or code, with the amounts that may stand there. */
const exempt: Record<string, readonly string[] | 'all'> = {
  // The figures themselves, and the examples by which a form says how to write one.
  'cms/figures/first-values.ts': 'all',
  'cms/figures/figures.ts': ['$1,000', '$1,500'],
  // What people signed stays as they signed it, whatever the figures say later.
  'api/casework/contracts/agreement/agreement.json': 'all',
  // Worked examples with made-up pay. The $20 and $65 that SSI leaves out are in 20 CFR 416.1112 and 416.1124, with no year.
  'seed/articles/disabled-adult-children.md': ['$1,780', '$890'],
  'seed/articles/ssdi-vs-ssi.md': ['$600', '$580'],
  'seed/articles/working-on-benefits.md': ['$500', '$480', '$415', '$207.50', '$292.50'],
};
const texts = [
  'seed/{articles,faq,pages}/*',
  'seed/*.{ts,yaml}',
  'forms/**/*.{ts,json}',
  '{api,cms,web}/**/*.{ts,tsx,json}',
];
const ignored =
  /node_modules|\.test\.tsx?$|\/(testing|fixtures|released|build|\.next|\.generated)\/|earlier-texts/;

it('no amount stands in content, templates, forms or code: texts name figures by their tokens', () => {
  const files = texts
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }))
    .filter((file) => !ignored.test(file) && !file.includes('testing.ts'));
  expect(files.length).toBeGreaterThan(700);
  // Content, forms and templates, of each as many as there are at least.
  const countOf = (pattern: RegExp) => files.filter((file) => pattern.test(file)).length;
  expect(countOf(/^seed\/(articles|faq|pages)\//)).toBeGreaterThan(70);
  expect(countOf(/^forms\/[^/]+\/(ui|schema)\.json$/)).toBeGreaterThan(20);
  expect(countOf(/^web\/app\/.+\.tsx$/)).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const amounts = readFileSync(join(root, file), 'utf8').match(amount) ?? [];
    return [...new Set(amounts)].map((words) => `${file}: ${words}`);
  });
  const isFrom = (file: string) => (each: string) => each.startsWith(`${file}: `);
  const allowed = Object.entries(exempt).flatMap(([file, amounts]) =>
    amounts === 'all' ? found.filter(isFrom(file)) : amounts.map((words) => `${file}: ${words}`),
  );
  expect(found.filter((each) => !allowed.includes(each))).toEqual([]);
  // An exemption that nothing needs any more is taken away.
  expect(allowed.filter((each) => !found.includes(each))).toEqual([]);
  expect(Object.keys(exempt).filter((file) => !found.some(isFrom(file)))).toEqual([]);
});
