import { all, none, type Row, seconds } from './figures.ts';
import { killPoints } from './kill-points.ts';
import type { Trial } from './trial.ts';

/** A dead process holds its last transaction for ten seconds here, and an upload or a migration for up to 20. */
const doneWithinMs = 60_000;

export const siteKills: Trial = {
  name: 'site-kills',
  title: `A site that is killed at ${killPoints.length} points`,
  about: `The server holds back a command of the site (its fail point \`failCommand\`), or a row is watched; at that moment the site gets SIGKILL and is started again, and people and jobs go on as they would; jobs at once, and not after the half minute for which a dead process holds a row. The points: ${killPoints.map(({ name }) => name).join('; ')}.`,
  on: 'one node',
  async run(scale, product): Promise<Row[]> {
    const points = scale < 1 ? killPoints.filter((_, at) => at % 5 === 0) : killPoints;
    const crashesBefore = product.crashes();
    let whole = 0;
    let slowestMs = 0;
    for (const { name, begin } of points) {
      const { release, goOn, findFault } = await begin(product);
      await product.kill();
      await release?.();
      product.start();
      await product.started();
      const start = performance.now();
      const fault = await goOn().then(findFault, (error: unknown) => String(error));
      const ms = performance.now() - start;
      slowestMs = Math.max(slowestMs, ms);
      if (fault === undefined) whole += 1;
      console.log(`    ${name}: ${fault ?? `done after ${(ms / 1000).toFixed(1)} s`}`);
    }
    return [
      all('kills after which nothing is lost, there twice or half done', whole, points.length),
      seconds('until what was under way is done, at most', slowestMs, doneWithinMs),
      none('starts that failed', product.crashes() - crashesBefore),
    ];
  },
};
