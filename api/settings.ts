import { resolve } from 'node:path';
import { z } from 'zod';

/** What the api is told from outside. The site's and the seed's environments both hold it. */
const shape = z.object({
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  PORTAL_DATABASE: z.string().min(1).default('portal'),
  CMS_DATABASE: z.string().min(1).default('cms'),
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  APP_KEYS: z.string().min(1).optional(),
  /** Instead of APP_KEYS: a file with the same text, whose changes are followed while the process runs. */
  APP_KEYS_FILE: z.string().min(1).optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  SMTP_URL: z.url().optional(),
  /** With these three, documents are kept in an S3-compatible store; without, in the portal's database. */
  DOCUMENTS_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  DOCUMENTS_S3_KEY_ID: z.string().min(1).optional(),
  DOCUMENTS_S3_SECRET: z.string().min(1).optional(),
  DOCUMENTS_S3_REGION: z.string().min(1).default('us-east-1'),
  RETAIN_REJECTED_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(30, 'must be at least 30 days')
    .max(3_650, 'must be at most 3650 days')
    .default(365),
  STAFF_EMAIL: z.email().or(z.literal('staff@localhost')).default('staff@localhost'),
});

export type Settings = z.infer<typeof shape>;

/** @throws Error with one sentence that names what is missing or wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = shape.safeParse(env);
  if (parsed.success) return complete(parsed.data);
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The environment is not complete. ${wrong.join('; ')}.`);
}

/** @throws Error when the keys are neither given nor in a file. */
function complete(settings: Settings): Settings {
  if (settings.APP_KEYS || settings.APP_KEYS_FILE) return withWholeStore(settings);
  throw new Error('The environment is not complete. APP_KEYS or APP_KEYS_FILE: one of them must be set.');
}

/** @throws Error when some of the document store's settings are there and some are missing. */
function withWholeStore(settings: Settings): Settings {
  const names = ['DOCUMENTS_S3_URL', 'DOCUMENTS_S3_KEY_ID', 'DOCUMENTS_S3_SECRET'] as const;
  const missing = names.filter((name) => !settings[name]);
  if (missing.length === 0 || missing.length === names.length) return settings;
  throw new Error(`The environment is not complete. The document store also needs ${missing.join(', ')}.`);
}
