import { resolve } from 'node:path';
import { sampleStaffEmail } from '@claimdesk/cms/production';
import { z } from 'zod';
import { isSecret } from './keys/key-ring.ts';

const databaseName = z
  .string()
  .regex(
    /^[^\s/\\."$*<>:|?\0]{1,63}$/,
    'must be the name of a database, such as cms: no spaces, dots or slashes',
  );

const megabytes = z.coerce
  .number('must be a number of megabytes')
  .int('must be a whole number of megabytes')
  .min(0, 'must be at least 0');

/** The environment variables of the api, part of the environments of both the site and the seed. */
const shape = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  PORTAL_DATABASE: databaseName.default('portal'),
  CMS_DATABASE: databaseName.default('cms'),
  /** The audit log, which its database user may read and add to, and no more. */
  AUDIT_DATABASE: databaseName.default('audit'),
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  APP_KEYS: z.string().min(1).optional(),
  /** Instead of APP_KEYS: a file with the same text, which is watched for changes while the process runs. */
  APP_KEYS_FILE: z.string().min(1).optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  SMTP_URL: z.url().optional(),
  /** With these three, documents are stored in an S3-compatible store; without them, in the portal's database. */
  DOCUMENTS_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  DOCUMENTS_S3_KEY_ID: z.string().min(1).optional(),
  DOCUMENTS_S3_SECRET: z.string().min(1).optional(),
  DOCUMENTS_S3_REGION: z.string().min(1).default('us-east-1'),
  /** With these three, the pictures of the CMS are kept in an S3-compatible store; without them, in DATA_DIR. */
  MEDIA_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  MEDIA_S3_KEY_ID: z.string().min(1).optional(),
  MEDIA_S3_SECRET: z.string().min(1).optional(),
  MEDIA_S3_REGION: z.string().min(1).default('us-east-1'),
  /** With it, a CDN may keep pages, and is asked at this address to forget those that have changed. */
  CDN_PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_TOKEN: z.string().min(1).optional(),
  /**
   * With it, what is needed to read a backup: it is encrypted under keys that are made of this one. After a comma, former ones may follow,
   * by which older backups can be read.
   */
  BACKUP_KEY: z
    .string()
    .refine(
      (text) => text.split(',').every((each) => /^[A-Za-z0-9+/]{43}=$/.test(each) && isSecret(each)),
      'must be 32 random bytes: what openssl rand -base64 32 prints; after a comma, former ones',
    )
    .optional(),
  /** Where backups are kept; `backups` in DATA_DIR where it is left out. */
  BACKUP_DIR: z
    .string()
    .min(1)
    .transform((folder) => resolve(folder))
    .optional(),
  /** With these three, each backup is also sent to an S3-compatible store. */
  BACKUP_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET: z.string().min(1).optional(),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  /** A command of the shell that is run for each file of a backup, whose path is `$1`. */
  BACKUP_COMMAND: z.string().min(1).optional(),
  /** With it, what clients send is scanned before anybody opens it: `host:port`, or the path of clamd's Unix socket. */
  CLAMD: z
    .string()
    .regex(/^(\/\S+|[^\s/]+:\d{1,5})$/, 'must be host:port, or the path of a socket')
    .optional(),
  /** With these three, staff also sign in at the firm's OpenID Connect provider. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** What the sign-in page calls it. */
  OIDC_NAME: z.string().min(1).max(40).default('your work account'),
  RETAIN_REJECTED_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(30, 'must be at least 30 days')
    .max(3_650, 'must be at most 3650 days')
    .default(365),
  /** Megabytes that clients whose account is not confirmed may keep here, all of them together. Anybody can make such an account. */
  UNCONFIRMED_UPLOADS_MB: megabytes.default(5_120),
  /** With fewer megabytes left where documents are kept, no file is taken. */
  UPLOADS_FREE_MB: megabytes.default(1_024),
  /** Where `npm start` got its mongod; unset for a server that MONGODB_URI names. */
  MONGODB_SOURCE: z.enum(['PATH', 'MongoDB', 'PyPI']).optional(),
  STAFF_NOTICE_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1')
    .max(3_600, 'must be at most 3600')
    .default(60),
  /** How long a visitor waits for content that has changed, where it can be shown as it was before. */
  CONTENT_WAIT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1')
    .max(600, 'must be at most 600')
    .default(1),
  STAFF_EMAIL: z.email().or(z.literal(sampleStaffEmail)).default(sampleStaffEmail),
});

export type Settings = z.infer<typeof shape>;

/**
 * @param env where an empty value means "not set", as docker-compose.yml passes on what .env leaves out.
 * @throws Error with one sentence that names what is missing or wrong.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const parsed = shape.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (parsed.success) return checkSettings(parsed.data);
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The environment is not complete. ${wrong.join('; ')}.`);
}

/** @throws Error when there are no keys in the environment or a file, or when two databases are the same. */
function checkSettings(settings: Settings): Settings {
  const { CMS_DATABASE, PORTAL_DATABASE, AUDIT_DATABASE } = settings;
  if (CMS_DATABASE === PORTAL_DATABASE)
    throw new Error(
      'CMS_DATABASE and PORTAL_DATABASE must be two databases: editors must not reach what people send.',
    );
  if (AUDIT_DATABASE === CMS_DATABASE || AUDIT_DATABASE === PORTAL_DATABASE)
    throw new Error('AUDIT_DATABASE must be a database of its own: what is in it must not be changed.');
  if (settings.APP_KEYS || settings.APP_KEYS_FILE) {
    requireSafeProvider(settings);
    requireAll(settings, 'The document store', documentStore);
    requireAll(settings, 'The store of pictures', mediaStore);
    requireAll(settings, 'Single sign-on', singleSignOn);
    requireAll(settings, 'The store of backups', backupStore);
    return settings;
  }
  throw new Error('The environment is not complete. APP_KEYS or APP_KEYS_FILE: one of them must be set.');
}

const documentStore = ['DOCUMENTS_S3_URL', 'DOCUMENTS_S3_KEY_ID', 'DOCUMENTS_S3_SECRET'] as const;
const mediaStore = ['MEDIA_S3_URL', 'MEDIA_S3_KEY_ID', 'MEDIA_S3_SECRET'] as const;
const backupStore = ['BACKUP_S3_URL', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'] as const;
const singleSignOn = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** @throws Error when only some of the settings that belong together are set. */
function requireAll(settings: Settings, what: string, names: readonly (keyof Settings)[]): void {
  const missing = names.filter((name) => !settings[name]);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new Error(`The environment is not complete. ${what} also needs ${missing.join(', ')}.`);
}

/** @throws Error when anybody on the way to the provider could sign in as staff. */
function requireSafeProvider({ OIDC_ISSUER }: Settings): void {
  if (!OIDC_ISSUER || OIDC_ISSUER.startsWith('https:') || isLoopback(new URL(OIDC_ISSUER))) return;
  throw new Error('OIDC_ISSUER must begin with https://, unless the provider runs on this machine.');
}

/** @returns whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
