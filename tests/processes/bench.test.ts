/** @module-tag thorough */

import { expect, it } from 'vitest';
import { benchDirectory } from '../../bench/directory.ts';
import { benchLists } from '../../bench/lists.ts';

it('the measurements of directory and lists run and leave the environment to the next one as it was', async () => {
  const before = { ...process.env };
  await benchDirectory({ attorneys: 2_000, searches: 10 });
  await benchLists({ small: 100, large: 200, pages: 2 });
  expect(process.env).toEqual(before);
});
