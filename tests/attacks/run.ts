import { openProduct } from './target.ts';

/** `npm run test:attacks`: the same attack as in attacks.test.ts, with all variants, on a newly started product. */
const target = await openProduct();
try {
  // Imported late: it loads the CMS config, which reads environment variables that openProduct sets.
  const { attack, formatReport } = await import('./attack.ts');
  const startedAt = performance.now();
  const report = await attack(target, true);
  console.log(formatReport(report));
  console.log(`  ${Math.round((performance.now() - startedAt) / 1000)} seconds`);
  process.exitCode = report.holes.length > 0 ? 1 : 0;
} finally {
  await target.close();
}
