import { expect, test } from 'vitest';
import { requirePortForBrowsers } from './free-port.ts';
import { StartError } from './start-error.ts';

test.each([4190, 6000, 6667, 10_080])('a port that browsers refuse is none to serve at: %d', async (port) => {
  await expect(requirePortForBrowsers(port)).rejects.toThrow(StartError);
  await expect(requirePortForBrowsers(port)).rejects.toThrow(
    `Browsers open nothing at port ${port}, which the Fetch standard blocks: choose another with PORT=3001 npm start.`,
  );
});

test.each([3000, 4100, 8080, 65_535])(
  'any other is, whether something listens there or not: %d',
  async (port) => {
    await requirePortForBrowsers(port);
  },
);
