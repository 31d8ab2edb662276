import { z } from 'zod';

/** Values that stand in the sample file. They are known to everybody, so they are no secrets. */
const sample = /sample|example|change[-_ ]?me|secret|password/i;

const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});
const secret = z.string({ error: 'is missing' }).min(32, 'must be at least 32 characters long');

const shape = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535, 'must be at most 65535').default(3000),
  HOST: z.string().min(1).default('::'),
  DATA_DIR: z.string().min(1).default('./data'),
  MONGODB_URI: z
    .string({ error: 'is missing: give the connection string of a MongoDB replica set' })
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://'),
  PUBLIC_URL: address.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  APP_KEYS: z.string({ error: 'is missing: the start script makes it, or see the deployment guide' }).min(1),
  PAYLOAD_SECRET: secret,
  CMS_ORIGIN: address.default('http://127.0.0.1:3001'),
  STAFF_EMAIL: z.email('must be an e-mail address').default('staff@claimdesk.example'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be a comma list of addresses')),
    ),
  CMS_DATABASE: z.string().min(1).default('cms'),
  PORTAL_DATABASE: z.string().min(1).default('portal'),
});

export type Env = Omit<z.infer<typeof shape>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/**
 * Checks what the site process is told from outside. Nothing else in `web` reads `process.env`.
 *
 * @throws Error whose message has one sentence per value that is missing or wrong; a value is never quoted, since some
 *   of them are secrets.
 */
export function parseEnv(given: NodeJS.ProcessEnv): Env {
  // An empty line in an env file means "not set".
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = shape.safeParse(set);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}.`);
    throw new Error([...new Set(faults)].join('\n'));
  }
  const env = parsed.data;
  if (env.NODE_ENV === 'production') refuseSamples(env);
  return { ...env, PUBLIC_URL: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin };
}

function refuseSamples(env: z.infer<typeof shape>): void {
  const faults = (['PAYLOAD_SECRET'] as const)
    .filter((name) => sample.test(env[name]))
    .map((name) => `${name} is a sample value: replace it with a secret of your own.`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
