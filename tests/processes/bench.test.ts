/** @module-tag thorough */

import { expect, it } from 'vitest';
import { benchDirectory } from '../../bench/directory.ts';
import { benchGrowth } from '../../bench/growth.ts';
import { benchLists } from '../../bench/lists.ts';
import { benchToday } from '../../bench/today.ts';

it('the measurements of directory, growth and lists run and leave the environment to the next one as it was', async () => {
  const before = { ...process.env };
  await benchDirectory({ attorneys: 2_000, searches: 10 });
  await benchGrowth({ entries: 40, counted: 20, contracts: 2, evaluations: 100 });
  await benchLists({ small: 100, large: 200, pages: 2 });
  await benchToday({ small: 10, large: 20, readings: 2 });
  expect(process.env).toEqual(before);
});
