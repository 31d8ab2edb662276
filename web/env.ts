import { readSettings, type Settings } from '@claimdesk/api/settings';
import { productionFaults } from '@claimdesk/cms/production';
import { z } from 'zod';

const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});

const port = z.coerce
  .number('must be a number from 0 to 65535')
  .int('must be a whole number')
  .min(0, 'must be a number from 0 to 65535')
  .max(65_535, 'must be a number from 0 to 65535');

/** What the site adds to the settings of the api. */
const shape = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('::'),
  /** Where Prometheus reads `/metrics`; without it, nowhere. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  PAYLOAD_SECRET: z.string('is missing').min(32, 'must have at least 32 characters'),
  CMS_ORIGIN: address.default('http://127.0.0.1:3001'),
  /** Whether this process also runs the background jobs; `off` where a worker does (`web/worker.ts`). */
  JOBS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** Pages that show every form in every state; `npm run dev` sets it. */
  DEVELOPER_PAGES: z
    .enum(['', '1'], 'must be 1, or left out')
    .default('')
    .transform((text) => text === '1'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z.union(
          [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
          'must be a list of addresses with commas between',
        ),
      ),
    ),
});

export type Env = Omit<z.infer<typeof shape>, 'PUBLIC_URL'> & Settings;

/**
 * Checks what the site process is told from outside. Nothing else in `web` reads `process.env`.
 *
 * @throws Error with a sentence for each value that is missing or wrong. Values are not quoted: some of them are secret.
 */
export function parseEnv(given: NodeJS.ProcessEnv): Env {
  // An empty line in an environment file means "not set".
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const own = shape.safeParse(set);
  if (!own.success) {
    const faults = own.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`);
    throw new Error([...new Set(faults)].join('\n'));
  }
  const { PUBLIC_URL = `http://localhost:${own.data.PORT}`, ...env } = own.data;
  const settings = readSettings({ ...set, PUBLIC_URL: new URL(PUBLIC_URL).origin });
  const { STAFF_EMAIL, SMTP_URL = '' } = settings;
  const unfit = productionFaults({ ...set, PUBLIC_URL, STAFF_EMAIL, SMTP_URL });
  if (unfit.length > 0) throw new Error(unfit.join('\n'));
  return { ...env, ...settings };
}
