import { expect, it } from 'vitest';
import { benchDirectory } from '../../bench/directory.ts';

it('the measurement of the directory runs and leaves the environment to the next one as it was', async () => {
  const before = { ...process.env };
  await benchDirectory({ attorneys: 2_000, searches: 10 });
  expect(process.env).toEqual(before);
}, 120_000);
