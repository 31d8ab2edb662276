import { openProduct } from './target.ts';

/** `npm run test:attacks`: starts the product on an empty folder, calls everything as everybody, and ends it again. */
const target = await openProduct();
try {
  // Loads the CMS's configuration, which reads the settings that the product has been given by now.
  const { attack, inWords } = await import('./attack.ts');
  const began = performance.now();
  const report = await attack(target, true);
  console.log(inWords(report));
  console.log(`  ${Math.round((performance.now() - began) / 1000)} seconds`);
  process.exitCode = report.holes.length > 0 ? 1 : 0;
} finally {
  await target.close();
}
